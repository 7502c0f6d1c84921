# What characters have and what they do, as a game says it. The key is the code of the
# error; `.label` is printed under the place.

## Who takes part

whose-name = It is not clear whose “{ $name }” this is.
    .label = whose?
given-to-another = “{ $name }” is neither a trait nor points of the character who rolls, and only those can be given here.
given-unread = “{ $name }” was given a value, and nothing here reads it.
step-of-whom = Several characters take part, and this step does not say which of them it is about.
    .label = about whom?
step-of-many = “{ $name }” means several characters, and this step does not say which of them it is about.
    .label = about whom?
question-of-whom = Several characters take part, and this question does not say which of them it is about.
    .label = of whom?
nobody-takes-part = This action has no roles, so this cannot be about any character.
    .label = about whom?
unknown-role = No role is called “{ $name }” here.
    .label = no such role
one-of-many = “{ $name }” means several characters, and one is needed here; `each` does something for each of them.
    .label = several characters
not-many = “{ $name }” is one character, and several are needed here, as in {"`roles: {all: many}`"}.
    .label = only one
which-role = The action “{ $action }” has several roles, and it does not say which of them “{ $name }” plays.
    .label = which role?
done-by-a-role = “{ $name }” is a role of this action, and `by` of an action is a word for somebody who plays no character.
    .label = a role
role-missing = Roles of “{ $action }” that no character has yet: { $names }.
    .label = a role is missing
every-needs-one-role = “{ $name }” happens by itself here, so it has to have exactly one role.
    .label = for whom?
state-of-table-needs-no-role = These points belong to the table, so “{ $name }” happens to no character here and can have no roles.
    .label = happens to the table

## Actions and their steps

unknown-action = There is no action called “{ $name }”.
    .label = no such action
unknown-step = The action “{ $action }” has no step called “{ $name }”.
    .label = no such step
hides-name = “{ $name }” is a name of the test “{ $test }” already, and here both would mean something.
    .label = another name is needed
not-thrown-yet = Before “{ $test }” no dice lie there yet{ $name ->
        [reroll] , so none can be thrown again.
       *[other] : “{ $name }” is not known.
    }
    .label = not known yet
help-after-the-dice = `after: { $test }` takes hold when the dice lie there
hook-needs-step = “{ $name }” is an action, and it does not say which of its steps is meant: `{ $name }.step`.
    .label = which step?
unknown-question = The action “{ $action }” does not ask for “{ $name }”.
    .label = not asked for
not-in-a-test = A question of a test has no `{ $key }`: { $key ->
    [when] it is asked only where a formula reads it, so the condition goes there.
   *[other] whoever rolls answers it, about what they have.
 }
    .label = has no effect here
when-without-default = This question is not always asked, so it needs a `default` for when it is not, or `optional: yes`.
    .label = what if it is not asked?
may-be-unanswered = “{ $name }” is read here, but it may stay without an answer.
    .label = may have no answer
help-guard-answer = read it only where it has one: `if answered({ $name }) then … else …`, or `when: answered({ $name }) and …`; `when: not answered({ $name })` in an outcome before covers the others
always-answered = “{ $name }” always has an answer: this is always `yes`.
    .label = always yes
help-make-optional = `optional: yes` in the question “{ $name }” lets it stay without an answer
answered-of-what = `answered( )` takes the name of a question.
    .label = no question
asked-too-early = { $why ->
    [read] This is asked after a roll, and it is needed before anything is rolled.
    [never] This is asked after a roll, and the action rolls nothing.
   *[there] Here it is asked in its place anyway: `asked` stands only in the `ask` of an action.
  }
    .label = too early
label-read-here = read here
optional-anyway = { $why ->
    [dice] Dice need no `optional`: nobody has to choose any.
    [asked] A question that is asked after the roll is asked only where it is needed: it cannot be `optional`, too.
   *[default] A question with a default always has an answer: it cannot be `optional`, too.
  }
    .label = not together
two-defaults = The value of `yes no` is the default already: write it there, or leave `yes no` empty.
    .label = a second default
unknown-label = There is nothing called “{ $name }” here that could be given another value.
    .label = nothing to change
amount-below-zero = An amount of “{ $name }” below zero does nothing.
    .label = always less than zero
change-without-effect = { $dice ->
    [same] “{ $name }” is changed to the value that it has, which does nothing.
    [yes] Changing “{ $name }” after the roll does nothing: the dice have been rolled, and it decides nothing else that they could follow.
    [again] Changing “{ $name }” here does nothing: the dice have been rerolled, and the change decides only what falls after it.
   *[no] Changing “{ $name }” here does nothing: nothing reads it any more.
    }
    .label = no effect
help-change-before = change it `before` the test, or change something that the total or an outcome reads
help-change-first = put the `change` before the `reroll`
set-without-effect = { $place ->
    [none] Giving “{ $name }” another value here does nothing
   *[other] Giving “{ $name }” another value at “{ $place }” does nothing
    }: { $anew ->
    [yes] a later step gives it a value again before anything reads it.
   *[no] nothing reads it afterwards.
    }
    .label = no effect
label-takes-hold = it applies here
help-set-anew = change it after the step that gives it its value
help-set-before = “{ $step }” reads it last: change it `before` that step, or let a later step read it
help-set-nothing-reads = let a later step read it, or leave the change out
label-cannot-be-set = “{ $name }” has no value of its own that could be changed.
    .label = not a value
label-too-early = “{ $name }” has no value here yet: the step that gives it one is further down.
    .label = too early
label-without-value = { $what ->
    [many] “{ $name }” means several characters; `each` does something for each of them.
    [roll] “{ $name }” is a roll: say what to read from it.
    [contest] “{ $name }” is a roll of two sides: say what to read from it.
    [action] “{ $name }” is another action: say which of its steps to read.
    [side] “{ $name }” is a side of a roll that no character plays: say what to read from that roll.
   *[nothing] “{ $name }” is a step without a value.
}
    .label = not a value
label-of-two-kinds = “{ $name }” already has a value of another kind (a number, a text, a row …), and it has to stay of one kind.
    .label = of another kind
unknown-outcome = { $several ->
        [yes] Of the tests { $test }, none has an outcome called “{ $name }”.
       *[no] The test “{ $test }” has no outcome called “{ $name }”.
    }
    .label = no such outcome
unknown-side = “{ $name }” is neither of the two sides, nor `tie`.
    .label = none of them
only-in-a-test = `{ $verb }` can only be used in an intervention in a test, such as `after: test`.
    .label = in no test
not-an-answer-of-dice = “{ $name }” does not say which dice are rerolled: it asks for no dice.
    .label = not dice
actions-in-a-circle = These actions call one another in a circle, without end: { $path }.
    .label = begins and ends here
times-in-a-circle = Each of these units of time ends or passes the next, in a circle: { $path }.
    .label = begins and ends here

## What is gained and lost

nothing-to-gain = Nothing called “{ $name }” can be gained or lost: it is neither points nor a trait nor a tag.
    .label = not known
track-is-marked = “{ $name }” is a track: its boxes are marked with `mark: 2` and freed with `heal: 2`, both with `on: { $name }`.
    .label = a track
amount-not-a-number = The amount of “{ $name }” has to be a number or a formula.
    .label = how much?
trait-is-derived = “{ $name }” is computed from other values, so it cannot be changed.
    .label = computed
gain-needs-name = Each “{ $kind }” has a name of its own, and it is missing here.
    .label = what is it called?
tag-has-no-name = “{ $kind }” takes no name; you can write how long it lasts here.
    .label = not named
card-gained = A “{ $kind }” is a card, so it cannot be gained: it is drawn, with `draw: { $kind }`.
    .label = drawn, not gained
not-a-deck = “{ $name }” is not a deck: a deck is a kind of tag with `cards`.
    .label = not a deck
not-counted = { $why ->
    [several] A character can have several “{ $name }”: name one by a label, such as an answer to `{"{"}tag: { $kind }{"}"}`.
   *[none] “{ $kind }” is not counted: `counted` names the value that is how many there are.
}
    .label = how many of what?
given-away = Only tags are given; “{ $name }” is passed on with `pay`.
    .label = not a tag
counted-by-number = “{ $name }” is not a number among the values of this tag.
    .label = no such number
not-a-card = “{ $name }” is not a card: write the label of one (an answer, a `draw` without `number`), or the name of a deck.
    .label = not a card
cards-without-end = “{ $name }” does not have a fixed list of values, so its cards cannot be listed: between braces, write a range such as `1..3`, or a value that is a `number` with both ends, `one of`, `yes no` or `row`.
    .label = how many cards?
too-many-cards = { $of ->
    [all] All decks together have at most { $limit } cards.
   *[one] A deck has at most { $limit } cards.
}
    .label = too many
lasts-twice = { $name ->
        [none] How long this lasts is given twice: with `{ $first }` and with `{ $second }`.
       *[other] How long “{ $name }” lasts is given twice: here, and with `{ $first }`.
    }
    .label = which of the two?
which-track = It is not clear which track is meant.
    .label = which track?
no-tracks = This game has no tracks, so there are no boxes to mark or to free.
    .label = on which track?
effects-need-cell = After `effects` comes a cell that says what is done: `Table[row, column]`, of a column that is declared as `effects`.
    .label = not a cell of effects
effects-where-value = This cell says what is done and has no value; a step with `effects` does what it says.
    .label = not a value

## What is read of characters and of things

track-needs-dot = “{ $name }” is a track: say what to read from it.
    .label = read what?
nobody-has = Characters have nothing called “{ $name }”.
    .label = not known
has-no = “{ $of }” has nothing called “{ $name }” that could be read.
    .label = not known
nothing-behind-dot = “{ $name }” is a value: nothing can be read from it with a dot.
    .label = nothing behind it
call-not-of-somebody = With parentheses, only `count` (of a tag), `sum`, `highest` or `lowest` (of what tags and states give) and `formulas` can be read from a character, not “{ $name }”.
    .label = not this
not-of-somebody = After a character and a dot comes the name of something that the character has.
    .label = not a name
tag-value-by-name = To say which “{ $kind }” are counted, compare their values: the name of a value, a sign (`=`, `!=`, `>=` …) and what it is compared with.
    .label = which value?
character-expected = A character is needed here, and this is something else.
    .label = not a character
character-where-number = This is a character, and a number is needed.
    .label = a character
tag-where-number = This is a tag, and a number is needed.
    .label = a tag
not-a-tag = A tag is needed here, and this is something else.
    .label = not a tag
not-points = The name of points is needed here, and this is something else.
    .label = not points
not-a-time = A unit of time is needed here, and this is something else.
    .label = not a unit of time
not-words = A text is needed here, and this is something else.
    .label = not a text
words-without-row = Not all of these words have a row in the table “{ $table }”; without one: { $names }.
    .label = not always a row
words-without-column = Not all of these words have a column in the table “{ $table }”; without one: { $names }.
    .label = not always a column
unknown-trait-or-group = No trait and no group of traits is called “{ $name }”.
    .label = no such trait

## States, and what they and tags give

unreachable-state = The state “{ $name }” is never reached: the one before it always holds.
    .label = never reached
last-state-has-when = “{ $name }” is the last state of “{ $track }” and can have no `when`: some state always has to hold.
    .label = what if it does not hold?
settled-alone = A rule with `settled` happens by itself, after the last intervention: it cannot have `{ $key }` as well.
    .label = not beside `settled`
no-state-between = There can be no state in between: there are fewer than three.
    .label = between which?
given-never-gathered = No formula reads “{ $name }”, so giving it does nothing: some formula has to say `sum({ $name })`, `highest({ $name })` or `lowest({ $name })`.
    .label = never read
gathered-never-given = No tag and no state of a track gives “{ $name }”.
    .label = never given

## Dice in actions

dice-before-a-roll = No test has been rolled yet in this action, so there are no dice to read.
    .label = which dice?
dice-of-which-roll = Several tests are rolled in this action, and it is not clear which of them the dice are read from.
    .label = which dice?
dice-in-a-condition = Dice cannot be rolled in a condition or a default: roll them in a step of their own before, and use its value.
    .label = no dice here

## What to do

help-say-who-rolls = say who rolls, with `as`: { $names }
help-second-side-of = in `vs`, the right side belongs to a character only if it names one; write whose it is: { $names }
help-one-of = write one of these: { $names }
help-new-step = a new value needs no `set`: write it as a step of its own, `name: formula`
help-role-step = first name that character in a step of its own, `who: { $text }`, and write `who` here
value-before-dice = The dice decide “{ $name }”, so it cannot decide what is rolled.
    .label = not known before the dice
help-value-in-roll = only values that read no dice can be used here

# Turns and templates.
turns-need-many = “{ $name }” is done for several characters at once, so it needs one role, for many: {"`roles: {all: many}`"}.
    .label = not one role for many
orders-nobody = “{ $name }” has no step `order`, so it puts no one in order.
    .label = orders no one
turn-of-nothing = It is said to be counted at the turns of “{ $name }”, but nothing here lasts a number of turns: no `for` or `lasts` is in a time that `turns` names as `starts` or `ends`.
    .label = nothing to count
turn-passes = “{ $name }” passes for one character alone, at its turn, so no other time can pass in it: it cannot have `passes`.
    .label = the time of a turn
round-of-turns = “{ $turn }” passes at each turn already, so “{ $name }”, the time of the round, can neither end it nor let it pass again.
    .label = contains { $turn }
