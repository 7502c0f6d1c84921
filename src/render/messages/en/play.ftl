# What is done at the table, and what keeps it from being done. The key is the code of
# the error; `.label` stands under the place.

## What somebody asks for

unknown-person = There is nobody called “{ $name }”.
    .label = nobody
unknown-intervention = There is no intervention called “{ $name }”.
    .label = no such intervention
answer-unused = Nothing asks for this: { $names }.
    .label = not asked for
answer-not-asked = “{ $name }” is not asked here, so “{ $text }” answers nothing.
    .label = not asked
bad-answer = “{ $text }” is no answer for “{ $name }”.
    .label = not an answer
ambiguous-answer = Several people have a “{ $text }”, and it does not say whose is meant.
    .label = whose?
decision-needed = { $by ->
    [none] “{ $name }” has to be decided, and nobody has decided it.
   *[other] { $by } has to decide “{ $name }”, and has not.
}
    .label = not decided yet
not-faces = “{ $text }” does not say which dice: write the faces that they show, such as `4, 1`.
    .label = not faces

## What does not hold

need-not-met = { $message }
    .label = so it is not done
not-enough-points = { $who ->
    [none] The table has { $have } “{ $name }”, and this takes { $need }.
   *[other] { $who } has { $have } “{ $name }”, and this takes { $need }.
}
    .label = takes { $need }
intervention-not-here = There was no place for “{ $name }” in what was done.
    .label = no place for it
intervention-not-now = “{ $name }” is not possible now: it takes { $condition }.
    .label = not now
no-such-face = There is no die that shows { $face }, or not so many.
    .label = which die?
nothing-thrown = No dice have been thrown yet that could be rolled again.
    .label = no dice yet

## What is not there

nobody-there = “{ $name }” is nobody here, so nothing can be read of them.
    .label = nobody
label-not-set = “{ $name }” has no value: the step that gives it one was not done.
    .label = no value
not-rolled-yet = “{ $name }” has not been rolled, so nothing can be read of it.
    .label = not rolled
not-in-this-outcome = “{ $name }” belongs to another outcome than the one that came out.
    .label = not in this outcome
no-tag = “{ $name }” is no tag here: none was chosen, or it is gone.
    .label = no tag
tag-not-there = { $who } has no “{ $name }” of which a value could be read.
    .label = not there
points-without-max = “{ $name }” has no `max` in this game.
    .label = no upper bound
no-row-called-so = “{ $name }” is something here for which the table “{ $table }” has neither a row nor a column.
    .label = no row or column

## Limits

too-many-actions = Too many actions lead to one another here: at most { $limit }.
    .label = one too many
too-much-time = Too much time passes at once: at most { $limit } units.
    .label = too much

## Other places

label-rolled-here = this is rolled

## What to do

help-leave-out = leave it out, or say first what makes the question come up
help-people-are = there are: { $names }
help-give-trait = write it under `traits` of the character
help-give-points = write it under `points` of the character
help-takes-hold = where it can be done: { $places }
help-dice-for = the next dice are for { $roll ->
    [none] “{ $action }”
   *[other] “{ $roll }” in “{ $action }”
}{ $who ->
    [none] {""}
   *[other] {""}: { $who }
}
help-dice-rest = give the missing dice as well, or let them be rolled: --seed N
