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
compares-the-sum = This compares the sum of the dice.
    .label = the sum
help-beyond-a-die = no die shows so much, so they are not counted one by one
help-to-count = to count the dice that meet it, as other dice rollers do, write: { $example }
one-die-of-many = This is one die with so many sides.
    .label = one die
one-of-several = This is about one of the { $times } rolls: `{ $one }`.
    .label = how often to roll
help-as-digits = to read dice as digits, as other dice rollers do, write: { $example }
help-roll-often = to roll it several times: { $example }
