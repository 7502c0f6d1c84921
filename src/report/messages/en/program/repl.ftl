# The prompt: what it says.
prompt-greeting = tirada { $version } · { $game } · `help` lists the commands, `quit` or Ctrl-D leaves
prompt-no-game = no ruleset
prompt-example = 2d6 + 3
prompt-roll = rolls; also `EXPRESSION vs DIFFICULTY`, `Table[row]`, `test(…)`
prompt-use = changes the game; the values of `let` that it accepts are kept
prompt-let = names a value, which is rolled once; `let NAME(WORDS) = ROLL` saves a roll, thrown anew at each `NAME(…)`; `let` alone lists all
prompt-unlet = forgets what `let` or `set` said
prompt-set = chooses an option, or answers what a test asks; `set` alone lists them
prompt-dice = the next roll takes these faces; they wait until one uses them all, `dice` alone shows them, and `dice none` takes them back; what is missing after them is asked for, or rolled after `dice roll` (`dice ask`: asked for again)
prompt-seed = the same seed gives the same dice from here on
prompt-last = explains the last result step by step
prompt-verbose = `on`: what is done is told step by step; `off`: in a line or two; `last` always tells all of the last
prompt-is-verbose = What is done is told step by step.
prompt-is-short = What is done is told in a line or two; `last` tells all of it.
prompt-roll-word = rolls an expression, or on a table by its name; the word `roll` can be left out
prompt-odds = how likely each result is; `odds do ACTION` what an action leads to, `odds last` of what was rolled or done last, `odds now` what each intervention would change as the dice lie, `odds EXPRESSION vs 8..32` row by row
prompt-odds-for-strangers = how likely each result is; `odds EXPRESSION vs 8..32` row by row
prompt-show = shows a table, a test, a trait; alone, the whole game
prompt-list = lists the rulesets
prompt-help = shows this
prompt-quit = leaves; so do `exit` and Ctrl-D
prompt-exit = leaves
prompt-you-type = you type
prompt-it-does = it does
prompt-help-names = A name that is also one of these words is taken as the name if an operator or a bracket follows it, or in quotes: «last».
prompt-help-keys = Tab completes names and shows their values; arrows and Ctrl-R find what was typed before; Ctrl-C clears the line.
prompt-table = a table
prompt-for-example = for example:
prompt-no-lets = Nothing has been named with `let`.
prompt-no-settings = There is nothing to choose.
prompt-forgotten = Forgotten: { $names }
prompt-seeded = Seed { $seed }
prompt-dice-rolled = Dice that are missing after those that were typed are rolled.
prompt-dice-asked = Dice that are missing after those that were typed are asked for.
prompt-let-behind-sheet = The sheet of { $who } gives its value, and that one counts.
prompt-no-dice = No dice are waiting.
prompt-dice-wait = The next roll: { $dice }
prompt-dice-dropped = { $count ->
    [one] This die fell after it and no longer counts: { $dice }
   *[other] These dice fell after it and no longer count: { $dice }
}
prompt-intervention-undone = “{ $name }” came after it and can no longer be done; it costs nothing.
prompt-edit = corrects a character's sheet: a trait or points (`edit Ann Luck: 2`), or with the keys of a character's file: `edit Ann points: { "{" }…{ "}" }`; also `marks`, `traits`, `tags`
prompt-edited = { $count ->
    [one] The sheet of { $name } is corrected
   *[other] The sheets of { $name } are corrected
}
help-one-of-all = one character is meant here, and “{ $name }” stands for all of them
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
not-a-seed = “{ $text }” is not a seed; a seed is a number from 0 on.
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
saved-is-trait = “{ $name }” is a trait of the game; a saved roll needs another name.
    .label = a trait
saved-throws-again = “{ $name }” stands more than once in the saved roll, and “{ $value }” would be thrown each time.
    .label = thrown more than once
saved-too-deep = The saved rolls in this line lead to ever more of them.
    .label = too long
let-is-taken = “{ $name }” is { $what ->
    [command] a command.
    [points] a kind of points of the game.
    [class] a class of outcomes of the game.
    [track] a track of the game.
    [tag] a tag of the game.
    [person] a character at the table.
    [own] a trait of a character at the table.
    [intervention] an intervention of the game.
   *[action] an action of the game.
  }
    .label = has a meaning already
let-is-test = “{ $name }” is a test of the game.
    .label = a test
let-is-group = “{ $name }” is a group of names that each character chooses; give one of those names a value.
    .label = a whole group
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
line-not-text = This line is not text in UTF-8.
    .label = here
help-other-game-here = it is in the game “{ $game }”: use { $written }
help-let-here = give it a value: let { $example }
help-edit-here = change it on the sheet: edit NAME traits: {"{"}{ $example }{"}"}
help-set-here = give it: set { $example }
help-dice-roll = `dice roll` rolls what is missing after them
help-dice-lie = { $count ->
    [one] this die has been rolled and is ready for the next roll: { $dice }
   *[other] these dice have been rolled and are ready for the next roll: { $dice }
}
help-came-before = characters who came before the table was opened stay; `drop NAME` takes one away
help-dice-seen = { $count ->
    [one] this die has been rolled: { $dice }; it counts if you send the same line again before anything else is done
   *[other] these dice have been rolled: { $dice }; they count if you send the same line again before anything else is done
}
help-dice-wait = { $count ->
    [one] the die { $dice } still waits for a roll; `dice none` takes it back
   *[other] the dice { $dice } still wait for a roll; `dice none` takes them back
}

# The prompt: playing at a table.
prompt-load = loads characters from their files; `table: yes` marks that of the table itself
prompt-who = says who is there
prompt-as = chooses who makes the next rolls; `as nobody` ends it, `as` alone says who
prompt-sheet = shows the sheet of a character, or of all; alone, that of the chosen one
prompt-pass = lets time pass, and ends what ends with it
prompt-begin = from now on, characters act in turn, all or those named; the game puts them in order; where others act in turn, those named join them
prompt-next = the next character's turn; after the last, a round passes
prompt-end = characters no longer act in turn
prompt-npc = makes characters from a template of the game: `npc 3 NAME`; alone, lists the templates; `drop NAME` removes all of that kind
prompt-create = a new character, with what stands behind its name: `create Ann traits: { "{" }…{ "}" }`
prompt-word-all = everyone
prompt-word-none = nobody
prompt-not-done = Nothing is done.
prompt-need = { $who ->
    [none] Nothing is done. { $message }.
   *[other] Nothing is done. { $who }: { $message }.
}
turns-round = Round { $round }
turns-current = its turn
turns-in-order = They act in this order: { $names }.
turns-unfinished = Not in turn yet, as the sheet is not filled in: { $names }
turns-to-join = Others act in turn: `begin { $names }` joins them.
turns-no-one = no one can act
turns-began = Characters act in turn.
turns-ended = Characters no longer act in turn.
prompt-undo = takes back the last move, or the last N
prompt-redo = does again what was taken back
prompt-log = lists what was done, and what it changed
prompt-save = writes characters back into their files: those that changed, or only one of them
prompt-drop = removes a character, or all, and gives up what is not saved; so does `leave NAME`
prompt-leave = removes a character, or all
prompt-help-actions = Actions: { $names }
prompt-help-interventions = Interventions in the last move: { $names }
prompt-joined = new at the table: { $names }
prompt-left = { $count ->
    [one] { $name } leaves
   *[other] { $name } leave
}
prompt-left-unsaved = What changed was not saved; `undo` brings them back.
prompt-same-game = “{ $name }” is being played already, and its rules are as they were: nothing changes.
prompt-load-again = To have them back: { $command }
prompt-all-left = No longer there: { $names }
prompt-as-nobody = No character is chosen.
prompt-as-ends = (`{ $example }` ends it)
prompt-current = chosen
prompt-unsaved = not saved
prompt-nobody = There are no characters; `load FILE` loads one.
load-left-out = { $count ->
    [one] 1 more file was not looked at: load it by its name.
   *[other] { $count } more files were not looked at: load those that you need by their names.
}
prompt-cannot-save = There is no file of { $names } to save. A campaign keeps everything (`tirada campaign new`).
prompt-no-file = There is no file of { $names }: to keep this, play in a campaign (`tirada campaign new`). `quit` again leaves.
prompt-nothing-to-save = There is nothing to save.
prompt-saved-both = Another program has also changed the file of { $name }; it now has both changes. To see it here: `drop { $name }`, and load the file again.
prompt-undone = Taken back:
prompt-redone = Done again:
prompt-nothing-done = Nothing has been done yet.
prompt-to-redo = { $count ->
    [one] `redo` does again the move that was taken back.
   *[other] `redo` does again what was taken back: { $count } moves.
}
prompt-last-dice = The dice in the order in which they fell: { $dice }
prompt-not-saved = Not saved: { $names }. `save` keeps it, `quit` again leaves.
nobody-chosen = It is not clear whose is meant.
    .label = whose?
people-not-saved = What changed is not saved: { $names }.
    .label = they would be lost
npc-none = { $game } has no templates.
npc-count = “{ $text }” is not a number of characters from 1 to { $max }.
    .label = how many?
beginning-of-several = “{ $text }” may mean several: { $names }.
    .label = which?
no-characters = { $what ->
        [folder] { $path } is a folder, and no file in it is a character.
       *[pattern] No file of a character fits “{ $path }”.
    }
    .label = nothing fits
no-template = The game has no template “{ $name }”.
    .label = no such template
not-a-count = “{ $text }” is not a number of moves.
    .label = a number from 1 on
nothing-to-undo = Nothing was done that could be taken back.
    .label = nothing to take back
too-much-to-undo = { $count ->
    [one] Only one move can be taken back.
   *[other] Only { $count } moves can be taken back.
}
    .label = too many
only-rolls = “{ $name }” is something to do, and only rolls can stand on one line between `;`.
    .label = give it a line of its own
nothing-to-redo = Nothing was taken back that could be done again.
    .label = nothing to do again
too-much-to-redo = { $count ->
    [one] Only one move can be done again.
   *[other] Only { $count } moves can be done again.
}
    .label = too many
help-read-again = put it back as it was and `save` again; or `drop { $name }` and `load` what it says now
help-undo-load = put it back as it was and `save` again; or `undo` as far as its `load`, and `load` what it says now
help-drop-first = use `drop { $name }` first, if another one is to come instead
help-none-loaded = nobody was loaded; nothing is wrong with { $names }
help-no-file = there is no file of { $names }: a campaign keeps everything (`tirada campaign new`); `undo` and `drop NAME` discard it
help-save-at-the-end = what comes through a pipe keeps its changes if it ends with `save`
help-save-or-drop = `save` keeps it; `undo` and `drop NAME` discard it
help-say-behind = write it after the name: { $example }
prompt-help-at-once = Interventions can also be written with the action: `ACTION … + INTERVENTION …`.

more-mistakes = { $count ->
    [one] This line has one more mistake.
   *[other] This line has { $count } more mistakes.
}
    .label = the next of them
