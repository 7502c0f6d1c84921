# A character as the books draw it.
sheet-derived = worked out:
sheet-unknown = not known yet
sheet-points = Points
sheet-tags = Is and has
sheet-lost = { $lost } of { $boxes }
sheet-now = now
sheet-of = of { $max }
sheet-endless = without end
sheet-for = for { $time }
sheet-until = until { $condition }
