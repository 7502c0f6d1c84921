# What is done at the table, and what keeps it from being done. The key is the code of
# the error; `.label` is printed under the place.

## What was asked for

unknown-person = No character is called “{ $name }”.
    .label = no such character
unknown-intervention = There is no intervention called “{ $name }”.
    .label = no such intervention
answer-unused = Nothing asks for this: { $names }.
    .label = not asked for
answer-without-name = “{ $name }” has to name one of the traits here; a number does not say which one changes or what it is called.
    .label = which trait?
answer-not-asked = “{ $name }” is not asked here, so “{ $text }” answers nothing.
    .label = not asked
bad-answer = “{ $text }” is not an answer for “{ $name }”.
    .label = not an answer
too-few-answers = { $found ->
        [0] “{ $name }” asks for { $limit } answers, and there is nothing to choose from.
        [1] “{ $name }” asks for { $limit } answers, and there is only one to choose from.
       *[other] “{ $name }” asks for { $limit } answers, and there are only { $found } to choose from.
    }
    .label = too few
too-many-answers = “{ $text }” is too many answers: “{ $name }” has { $limit } at most.
    .label = too many
picked-twice = { $unlike ->
    [none] “{ $text }” is picked already: the answers to “{ $name }” and those before it have to be different.
   *[other] “{ $text }” has the same “{ $unlike }” as what is picked already, and only one of each can be.
}
    .label = picked here
ambiguous-answer = { $alike ->
    [yes] Several of them look alike: “{ $text }” does not say which one is meant.
   *[no] Several characters have “{ $text }”, and it is not clear whose is meant.
}
    .label = { $alike ->
        [yes] which one?
       *[no] whose?
    }
decision-needed = { $by ->
    [none] “{ $name }” has to be decided, and has not been.
   *[other] { $by } has to decide “{ $name }”, and has not.
}
    .label = not decided yet
not-yours = “{ $name }” is for { $by } to decide.
help-asked-by-others = “{ $name }” is asked by { $others }, and this is { $picked }
help-option-decides = the option “{ $name }” decides this: as it is set, the action is not there
help-asked-in = this asks it: { $action }
help-they-are-asked = leave it out: what { $by } does not say has its default, or is asked
not-faces = “{ $text }” does not say which dice: write the faces that they show, such as `4, 1`.
    .label = not faces

## What does not hold

need-not-met = { $who ->
    [none] { $message }
   *[other] { $who }: { $message }
}
    .label = so it is not done
has-another = { $who } already has another “{ $name }”.
    .label = two with the same name
not-enough-points = { $who ->
    [none] The table has { $have } “{ $name }”, and this takes { $need }.
   *[other] { $who } has { $have } “{ $name }”, and this takes { $need }.
}
    .label = takes { $need }
intervention-not-here = “{ $name }” was not possible at any point of what was done.
    .label = not possible
intervention-not-now = “{ $name }” is not possible now: { $condition } has to hold.
    .label = not now
intervention-without-effect = { $why ->
    [unread] “{ $name }” changes nothing in this roll, which does not read what it changes: { $names }.
    [same] “{ $name }” changes nothing in this roll, where what it changes has that value already: { $names }.
    [result] “{ $name }” would change nothing: with another { $names }, this roll comes to the same.
    [other-dice] “{ $name }” would change nothing: it rerolls only dice that this roll does not read.
    [dice] “{ $name }” rerolls no dice of this roll and changes nothing else in it.
   *[nothing] “{ $name }” would change nothing: none of its steps has an effect here.
}
    .label = without effect
no-such-face = No die shows { $face }, or not that many do.
    .label = which die?

## What is not there

nobody-there = “{ $name }” is not a character here, so nothing can be read from it.
    .label = not a character
label-not-set = “{ $name }” has no value: the step that gives it one was not done.
    .label = no value
not-rolled-yet = “{ $name }” has not been rolled, so nothing can be read from it.
    .label = not rolled
no-outcome-holds = No outcome holds for what “{ $name }” came to, so it has none.
    .label = no outcome
not-in-this-outcome = “{ $name }” belongs to another outcome than the one that came out.
    .label = not in this outcome
no-tag = “{ $name }” is not a tag here: none was chosen, or it is gone.
    .label = no tag
tag-not-there = { $who ->
    [none] Nobody in particular rolls, so nobody has “{ $name }”.
   *[other] { $who } has no “{ $name }”.
}
    .label = not there
tag-of-several = { $who } has several “{ $name }”, and this does not say which of them is meant.
    .label = which one?
deck-empty = { $left ->
    [0] The pile of “{ $name }” is empty, and { $wanted } must be drawn.
   *[other] The pile of “{ $name }” has { $left } left, and { $wanted } must be drawn.
}
    .label = not enough cards
card-not-in-pile = Number { $number } of “{ $name }” is not in the pile: a character holds it, it is discarded, or there is no such card.
    .label = not in the pile
card-twice = “{ $name }” is out twice, and there is only one: look at the sheets.
    .label = one too many
points-without-max = “{ $name }” has no `max` in this game.
    .label = no upper bound
no-row-called-so = The value of “{ $name }” here has neither a row nor a column in the table “{ $table }”.
    .label = no row or column

## Limits

too-many-actions = Too many actions are chained here: at most { $limit }.
    .label = one too many
too-many-rounds = At most { $limit } rounds can be repeated, and here they are { $number }.
    .label = too many rounds
no-rounds = With `repeat: { $number }` these steps are never done.
    .label = at least 1
too-much-time = Too much time passes at once: at most { $limit } units.
    .label = too much

## Other places

label-rolled-here = this is rolled

## What to do

help-leave-out = leave it out, or say first what makes the question come up
help-somebody-else = if somebody else is meant: { $example }
help-people-are = present: { $names }
help-give-trait = write it under `traits` of the character
help-give-points = write it under `points` of the character
help-rolls-were = there were these rolls: { $names }
help-before-these = it can be done before: { $names }
help-after-these = it can be done after: { $names }
help-settled-these = it can be done once it is settled: { $names }
help-dice-for = the next dice are for { $roll ->
    [none] “{ $action }”
   *[other] “{ $roll }” in “{ $action }”
}{ $who ->
    [none] {""}
   *[other] {""}: { $who }
}
help-dice-rest = give the missing dice as well, or let them be rolled: --seed N
