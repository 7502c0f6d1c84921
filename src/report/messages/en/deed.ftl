# What happened in an action.
deed-rolls = { $who } rolls { $test }
deed-is-rolled = { $test } is rolled
deed-against = { $test }: { $left } against { $right }
deed-wins = { $who } wins
deed-below-zero = less than 0, so it counts as 0
deed-kept = { $total } was { $kept ->
        [worse] worse
       *[better] better
      }: the old dice stay
deed-order = In this order: { $names }
deed-tied = a tie between { $names }
deed-passes = { $time } passes
deed-vs = against
deed-gains = gets { $tag }
deed-loses = loses { $tag }
deed-over = { $tag } is over
deed-each = each of the { $count }
deed-table = the table
deed-changed = What changed
deed-nothing-changed = Nothing changed.
