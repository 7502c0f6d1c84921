# Rolling, and the values that people give. The key is the code of the error;
# `.label` stands under the place.

internal = Something went wrong in the program itself ({ $where }), not in what you wrote: please report it, with what you typed and the game.
    .label = while this was computed

## Dice

too-few-dice = { $given ->
    [one] { $given } die was given, and this takes at least { $needed }.
   *[other] { $given } dice were given, and this takes at least { $needed }.
}
    .label = these dice are missing
impossible-face = No { $die } shows { $face }.
    .label = rolled with { $die }
negative-dice = { $count } dice cannot be rolled: the number of dice comes out below zero.
    .label = comes out as { $count }
die-not-in-roll = “{ $name }” cannot be read off this roll: the dice that are kept do not have it.
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

## What is missing

trait-without-value = { $who ->
    [none] “{ $name }” has no value yet.
   *[other] { $who } has no value for “{ $name }” yet.
}
    .label = how much is it?
input-without-value = This test needs “{ $name }”.
    .label = “{ $name }” is missing
option-pending = The book leaves the option “{ $name }” open, and nobody has chosen.
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
unknown-trait = There is no trait called “{ $name }”.
    .label = no such trait
not-a-trait = “{ $name }” is neither a trait nor points, and only those are given with --with.
    .label = neither a trait nor points
option-with = “{ $name }” is an option: choose it with --set, not with --with.
    .label = an option

## Limits

result-too-large = The result is too large to be computed with.
    .label = comes out too large
too-many-steps = This takes too long to compute: at most { $limit } steps are made.
    .label = too long
too-deep-evaluation = Too many formulas need one another here: at most { $limit } deep.
    .label = too deep
too-many-ties = { $limit } ties in a row: these two sides can hardly do anything but tie.
    .label = a tie again and again

odds-too-large = Exact odds of this need larger tables than there is room for.
    .label = too many values or dice
odds-too-long = Exact odds of this would have to go about { $ways } ways.
    .label = too much to go through
odds-no-test = Only in a test by one side can anybody intervene after the dice have fallen.
    .label = this is none
odds-never-end = This never ends: there is no way out of rolling again.
    .label = rolled again for ever

## What to do

help-give-with = give it a value: --with { $example }
help-give-set = say it: --set { $example }
help-simulate = Give fewer dice or faces, or try it many times: `tirada odds … --simulate 100000`.
help-odds-a-test = Write what the total is compared with: … vs 14.

too-much-text = This makes too much text: at most { $limit } bytes at once.
    .label = too much text

odds-too-much-work = Exact odds of this take too much work: { $limit } units are done at most; a unit is about a nanosecond.
    .label = too much work
odds-too-many-samples = So many samples take too much work: of this about { $most } can be drawn.
    .label = too much work
