# The prompt: what it says.
prompt-greeting = tirada { $version } · { $game } · `help` says what there is, `quit` or Ctrl-D leaves
prompt-no-game = no ruleset
prompt-example = 2d6 + 3
prompt-roll = rolls; also `EXPRESSION vs DIFFICULTY`, `Table[row]`, `test(…)`
prompt-use = changes the game; the values of `let` that it can take remain
prompt-let = names a value, which is rolled once; `let` alone lists them
prompt-unlet = forgets what `let` or `set` said
prompt-set = chooses an option, or answers what a test asks; `set` alone lists them
prompt-dice = the next roll takes these faces; they wait until one uses them all, and `dice` alone takes them back; what is missing after them is asked for, or rolled after `dice roll` (`dice ask`: asked for again)
prompt-seed = the same seed gives the same dice from here on
prompt-last = explains the last result step by step
prompt-odds = how likely each result is; `odds do ACTION` what an action leads to, `odds last` of what was rolled or done last, `odds EXPRESSION vs 8..32` row by row
prompt-show = shows a table, a test, a trait; alone, the whole game
prompt-list = lists the rulesets
prompt-help = shows this
prompt-quit = leaves; so do `exit` and Ctrl-D
prompt-exit = leaves
prompt-you-type = you type
prompt-it-does = it does
prompt-help-names = A name that is also one of these words is meant when an operator or a bracket follows it, or in quotes: «last».
prompt-help-keys = Tab completes names and shows their values; arrows and Ctrl-R find what was typed before; Ctrl-C clears the line.
prompt-table = a table
prompt-no-lets = Nothing has been named with `let`.
prompt-no-settings = There is nothing to choose.
prompt-forgotten = Forgotten: { $names }
prompt-seeded = Seed { $seed }
prompt-dice-rolled = Dice that are missing after those that were typed are rolled.
prompt-dice-asked = Dice that are missing after those that were typed are asked for.
prompt-let-behind-sheet = The sheet of { $who } says what this is worth, and goes first.
prompt-no-dice = No dice wait.
prompt-dice-wait = The next roll: { $dice }
prompt-last-seed = With the seed { $seed }: `tirada roll --seed { $seed } …` gives the same dice.
prompt-last-given = With dice that were given.
prompt-playing = being played
prompt-keep-going = Nothing was lost. `quit` or Ctrl-D leaves.
prompt-history-lost = What is typed cannot be kept for the next time in { $path }.

# The prompt: what can be wrong.
command-unfinished = Something is missing after “{ $name }”.
    .label = goes on
command-says-too-much = “{ $name }” takes nothing else.
    .label = too much
unknown-command = There is no command “{ $name }”.
    .label = no such command
not-a-seed = “{ $text }” is no seed; a seed is a number from 0 on.
    .label = not a seed
nothing-rolled-yet = Nothing has been rolled yet.
nothing-to-forget = Nothing was said about “{ $name }” with `let` or `set`.
    .label = nothing to forget
let-not-a-name = “{ $name }” cannot be a name: names begin with a letter and hold letters, digits and spaces.
    .label = not a name
let-is-option = “{ $name }” is an option of the game.
    .label = an option
let-is-table = “{ $name }” is a table of the game.
    .label = a table
let-is-test = “{ $name }” is a test of the game.
    .label = a test
let-is-group = “{ $name }” is what the game calls all names of one's own; give one of them a value.
    .label = not a name of one's own
let-is-dice = “{ $name }” always means dice.
    .label = dice
let-is-function = “{ $name }” is a function of the language.
    .label = a function
let-is-keyword = “{ $name }” is a word of the language.
    .label = a word of the language
let-needs-number = “{ $name }” needs a number, and this is a text.
    .label = a text
line-too-long = This line is too long: at most { $limit } bytes are read.
    .label = the rest was skipped
line-not-text = This line is no text in UTF-8.
    .label = here
help-let-here = give it a value: let { $example }
help-set-here = say it: set { $example }
help-dice-roll = `dice roll` has what is missing after them rolled
help-dice-lie = these dice fell and lie ready for the next roll: { $dice }
help-dice-wait = the dice { $dice } still wait for a roll; `dice` alone takes them back

# The prompt: playing at a table.
prompt-load = brings characters from their files; `table: yes` marks the table's own
prompt-who = says who is there
prompt-as = chooses whose rolls the next ones are; `as` alone says whose
prompt-sheet = shows a character's sheet; alone, that of whoever is chosen
prompt-pass = lets time pass, and ends what ends with it
prompt-undo = takes back the last move, or the last N
prompt-redo = does again what was taken back
prompt-log = lists what was done, and what it changed
prompt-save = writes characters back into their files: all that changed, or one
prompt-drop = somebody leaves; so does `leave NAME`
prompt-leave = somebody leaves
prompt-help-actions = Actions: { $names }
prompt-help-interventions = Interventions in the last move: { $names }
prompt-joined = come: { $names }
prompt-left = { $name } leaves
prompt-left-unsaved = What changed was not saved; `undo` brings them back.
prompt-same-game = “{ $name }” is being played already, and its rules are as they were: nothing changes.
prompt-load-again = To have them back: { $command }
prompt-all-left = No longer there: { $names }
prompt-as-nobody = Nobody is chosen.
prompt-current = chosen
prompt-unsaved = not saved
prompt-nobody = Nobody is there; `load FILE` brings somebody.
prompt-nothing-to-save = There is nothing to save.
prompt-saved-both = Somebody else has changed the file of { $name } as well; it holds both. To see it here: `drop { $name }`, and load the file again.
prompt-undone = Taken back:
prompt-redone = Done again:
prompt-nothing-done = Nothing has been done yet.
prompt-to-redo = { $count ->
    [one] `redo` does again the move that was taken back.
   *[other] `redo` does again what was taken back: { $count } moves.
}
prompt-last-dice = The dice in the order in which they fell: { $dice }
prompt-not-saved = Not saved: { $names }. `save` keeps it, `quit` once more leaves.
already-here = Somebody called “{ $name }” is there already.
    .label = there already
nobody-is-called-so = Nobody can be called “{ $name }”: the word has a meaning of its own.
    .label = not as a name
nobody-of-that-name = Nobody there is called “{ $name }”.
    .label = not there
nobody-chosen = It is not said whose.
    .label = whose?
people-not-saved = What changed is not saved: { $names }.
    .label = they would be lost
not-a-count = “{ $text }” is no number of moves.
    .label = a number from 1 on
nothing-to-undo = Nothing was done that could be taken back.
    .label = nothing to take back
too-much-to-undo = { $count ->
    [one] Only one move can be taken back.
   *[other] Only { $count } moves can be taken back.
}
    .label = too many
nothing-to-redo = Nothing was taken back that could be done again.
    .label = nothing to do again
too-much-to-redo = { $count ->
    [one] Only one move can be done again.
   *[other] Only { $count } moves can be done again.
}
    .label = too many
nothing-to-intervene = Nothing was done just now in which “{ $name }” could intervene.
    .label = in what?
intervention-whose = { $who } rolled nothing just now in which “{ $name }” could intervene.
    .label = whose roll?
intervention-own = “{ $name }” is done to the rolls of others, and { $who } made these.
    .label = whose roll?
intervention-which = “{ $name }” could be about several.
    .label = about which?
intervention-before-dice = “{ $name }” has to be said before the dice are thrown, and they lie there already.
    .label = too late
help-nobody-here = nobody is there: `load FILE` brings somebody
help-read-again = put it back as it was and `save` again; or `drop { $name }` and `load` what it says now
help-undo-load = put it back as it was and `save` again; or `undo` as far as its `load`, and `load` what it says now
help-drop-first = `drop { $name }` first, if another is to come instead
help-save-at-the-end = what is piped in keeps its changes if it ends with `save`
help-save-or-drop = `save` keeps it; `undo` and `drop NAME` do without
help-at = say which one is meant, as in `at=«…»`: { $names }
help-say-behind = say it behind the name: { $example }
help-say-with = say it at once, with what is done: { $example }
prompt-help-at-once = Interventions can also be said at once: `ACTION … + INTERVENTION …`.

more-mistakes = { $count ->
    [one] One more mistake stands in this line.
   *[other] { $count } more mistakes stand in this line.
}
    .label = the next of them
