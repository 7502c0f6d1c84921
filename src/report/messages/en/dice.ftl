# Dice whose numbers are known when they are thrown, and dice with names.

die-without-sides = A die needs at least one side, and here it has { $sides }.
    .label = comes out as { $sides }
which-dice = This test rolls dice of several names, and it is not clear which of them are read here.
    .label = of which dice?
no-worth-of-dice = What dice are worth in “{ $table }” cannot be added up: it takes rows that are found by a number (`from`, `ranges`, `ordered`), and a number in the column.
    .label = not by the faces of dice
face-without-row = A die shows { $face }, and the table has no row for it.
    .label = no row for { $face }
of-many = Here `each` goes through all of “{ $name }”; `of` only says whose tags are meant.
    .label = not needed
