# Rolling, and the values that people give. The key is the code of the error;
# `.label` is printed under the place.

internal = The program itself failed ({ $where }), not what you wrote: please report it, with what you typed and the game.
    .label = while this was computed

## Dice

too-few-dice = { $given ->
    [one] { $given } die was given, and this takes at least { $needed }.
   *[other] { $given } dice were given, and this takes at least { $needed }.
}
    .label = these dice are missing
impossible-face = No { $die } shows { $face }.
    .label = rolled with { $die }
negative-dice = { $count } dice cannot be rolled: their number is below zero.
    .label = comes out as { $count }
die-not-in-roll = “{ $name }” cannot be read from this roll: it is not among the dice that are kept.
    .label = not in this roll
no-such-die = { $have ->
    [one] There is no die in place { $n }: the roll has only { $have } die.
   *[other] There is no die in place { $n }: the roll has { $have } dice, counted from 1.
}
    .label = no such die

## Tables

no-row = The number { $number } belongs to no row of the table “{ $table }”.
    .label = no row for { $number }
no-row-there = { $rows ->
    [one] There is no row { $position } in the table “{ $table }”: it has { $rows } row.
   *[other] There is no row { $position } in the table “{ $table }”: it has { $rows } rows.
}
    .label = no row { $position }
table-too-deep = “{ $table }” leads to itself more than { $again } deep, as deep as its `again` allows. Roll once more.
    .label = too deep

## What is missing

trait-without-value = { $who ->
    [none] “{ $name }” has no value yet.
   *[other] { $who } has no value for “{ $name }” yet.
}
    .label = how much is it?
input-without-value = This test needs “{ $name }”.
    .label = “{ $name }” is missing
option-pending = The book leaves the option “{ $name }” open, and its value has not been chosen.
    .label = not chosen yet
cell-pending = The book leaves { $name } open: { $why }.
    .label = not in the book
no-target = `margin` is how far the total is from what it is compared with, and this test compares it with nothing.
    .label = compared with what?

## Values that do not fit

input-out-of-range = “{ $name }” cannot be { $value }: what is allowed is `{ $range }`.
    .label = outside `{ $range }`
trait-out-of-range = “{ $name }” cannot be { $value }: what is allowed is `{ $range }`.
    .label = outside `{ $range }`
beyond-bounds = “{ $name }” is { $value } here, and the rules allow `{ $range }` at the moment.
    .label = outside `{ $range }`
requirement-unmet = “{ $sentence }” does not hold here{ $compared ->
        [yes] : the left side is { $left }, the right side { $right }
       *[no] {""}
    }.
    .label = not as required
unknown-trait = There is no trait called “{ $name }”.
    .label = no such trait
not-a-trait = “{ $name }” is neither a trait nor points, and only those are given with --with.
    .label = neither a trait nor points
option-with = “{ $name }” is an option: choose it with --set, not with --with.
    .label = an option

## Limits

result-too-large = The result is too large to compute with.
    .label = comes out too large
too-many-steps = This takes too long to compute: the limit is { $limit } steps.
    .label = too long
too-deep-evaluation = Too many formulas depend on one another here: at most { $limit } levels.
    .label = too deep
too-many-ties = { $limit ->
    [0] After this many ties the rest is too unlikely to be followed; each tie changes what comes after it.
   *[other] { $limit } ties in a row: these two sides almost always tie.
}
    .label = a tie again and again

odds-too-large = Computing this exactly takes tables that are too large.
    .label = too many values or dice
odds-too-long = Computing this exactly would mean going through about { $ways } cases.
    .label = too many cases
odds-of-own-trait = Odds cannot tell how “{ $name }” changes: it is a trait that a character named.
    .label = changes a trait with a name of its own
odds-no-test = Interventions after the roll are only possible in a test of one side.
    .label = this is not one
best-not-a-number = What `--best` aims at has to be a number, or yes or no.
    .label = this is neither
best-ties = Best play is not known where ties are rolled again: the decision could be different each time.
    .label = rolled again after a tie
best-unsure = What is best depends on cases whose end is not known: dice that explode more often than is followed, or formulas that fail.
    .label = not known
policy-not-here = The condition for “{ $name }” reads something that does not exist at “{ $place }”.
    .label = it can be done here
given-for-odds = Only the odds know `given`: dice on a table show what they show.
    .label = for odds
given-apart = What stands behind `given` has no dice in common with what is asked: the odds are the same without it.
    .label = changes nothing
given-never = { $sampled ->
        [yes] This is so in none of the samples: take more of them, or ask for exact odds without `--simulate`.
       *[no] This is never so: nothing can be said of what follows.
    }
    .label = { $sampled ->
        [yes] in no sample
       *[no] impossible
    }
joint-apart = This has no dice in common with what else is asked: neither depends on the other.
    .label = dice of its own
joint-too-many = Odds tell of two things together, and no more.
    .label = one too many
joint-two-tests = Only one of the things that are asked together can be a test.
    .label = a second test
odds-never-end = This never ends: there is no way to stop rerolling.
    .label = rerolled for ever

## What to do

help-given-are = give a trait or points by its own name; marks, tags and what others have belong in a character's file
help-give-with = give it a value: --with { $example }
help-give-set = give it: --set { $example }
help-followed = what makes it large (dice, and in how many ways they are followed): { $dice }
help-simulate = use fewer dice or faces, or estimate the result from samples: `tirada odds … --simulate 100000`
help-simulate-instead = use fewer dice or faces, or estimate the result from samples instead of { $flags }: `tirada odds … --simulate 100000`
help-only-from-there = only from the last of the dice that have fallen on: what was over before stays as it was
help-fewer-dice-or-faces = use fewer dice or faces
help-best-formula = of a test that is typed it is one word; a formula is for an action: `--do ACTION --best FORMULA`
help-depth = or follow fewer explosions: with `--depth { $depth }` there is an answer
help-policy-instead = say yourself when it is done: `--policy "NAME: CONDITION"`, or `--choose NAME` for whenever it is possible
help-pick-instead = say yourself which dice are picked: --set "{ $example }"
help-ask-odds = ask for the odds: `odds A given B`
help-odds-of-a-game = name a game that has a test: `-r GAME`; without `--after` any expression has odds
help-odds-of-an-action = two sides that are typed are rolled without interventions; an action that rolls them (`oppose`) has them: `--do ACTION`
help-policy-or = join the conditions with `or`; to do it more often, add `--choose NAME` for each further time
help-odds-a-test = write what the total is compared with: … vs 14

too-much-text = This generates too much text: at most { $limit } bytes at once.
    .label = too much text

odds-too-much-work = Computing this exactly takes too much work: the limit is { $limit } units of about a nanosecond each.
    .label = too much work
odds-too-much-memory = Computing this takes more than the { $limit } MB available for odds.
    .label = too many values or cases
odds-no-samples = There is no sample from which anything could be counted: none was drawn.
odds-too-many-samples = So many samples take too much work: about { $most } of this can be drawn.
    .label = too much work
nothing-thrown = { $several ->
    [yes] The dice are in the formula of the total, and there is no single roll that could be rerolled.
   *[no] No dice have been rolled yet that could be rerolled.
}
    .label = which dice?
