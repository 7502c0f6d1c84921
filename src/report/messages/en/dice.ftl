# Dice whose numbers are known when they are thrown, and dice with names.

die-without-sides = A die needs at least one side, and here it has { $sides }.
    .label = comes out as { $sides }
which-dice = This test rolls dice of several names, and it is not clear which of them are read here.
    .label = of which dice?
which-die = “{ $text }” may be one of several dice that are not alike.
    .label = which die?
number-of-dice = “{ $name }” takes { $range } of the dice that there are, and here it is { $count }.
    .label = { $count }
dice-picked-later = Which dice are picked is said when they lie there, and not in a formula before that.
    .label = too early
help-picks-in-odds = for odds, give the question a `default`, such as `best(2)`, or ask for what is best: `tirada odds --do ACTION --best success`
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
digits-unread = In this game such dice are read as digits, and the digits of “{ $text }” cannot be read.
    .label = which digits?
help-digits-read = without modifiers, and up to { $limit } of them: d66, 3d66, 3d66>=20; for the higher of two: max(d66, d66)
help-as-digits = to read dice as digits, as other dice rollers do, write: { $example }
help-roll-often = to roll it several times: { $example }
