# A character as the books draw it.
sheet-derived = computed:
sheet-worked-out = Computed
sheet-unknown = not known yet
sheet-points = Points
sheet-tags = Tags
sheet-lost = { $lost } of { $boxes }
sheet-now = now
sheet-worth = worth { $worth }
sheet-of = of { $max }
sheet-endless = without end
sheet-for = for { $time }
sheet-until = until { $condition }
sheet-turn-of = turn of { $who }
trait-unset = This sheet has no value for { $names }.
    .label = not there
