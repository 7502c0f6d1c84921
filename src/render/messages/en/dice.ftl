# Dice whose numbers are known when they are thrown, and dice with names.

die-without-sides = A die needs at least one side, and here it has { $sides }.
    .label = comes out as { $sides }
which-dice = This test throws dice of several names: nothing says which of them are read here.
    .label = of which dice?
no-worth-of-dice = What dice are worth by “{ $table }” cannot be added up: it takes rows that are found by a number (`from`, `ranges`, `ordered`), and a number in the column.
    .label = not by the faces of dice
face-without-row = A die shows { $face }, and the table has no row for it.
    .label = no row for { $face }
key-step-showing = Only dice that show a number of this range are thrown again: `2..5`.
of-many = Everybody in “{ $name }” is meant here; `of` says whose tags are, and these are people.
    .label = not needed
