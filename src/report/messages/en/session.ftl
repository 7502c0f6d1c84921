# What a person asks for: a game, dice, settings. The key is the code of the error;
# `.label` is printed under the place.

nothing-to-read = There is nothing to read in this game.
    .label = empty
unknown-ruleset = There is no game called “{ $name }”.
    .label = no such game
unknown-setting = Nothing here is called “{ $name }”: what is set is an option of the game or what the test asks for.
    .label = nothing to set
dice-since = Dice were thrown after the roll of { $who }: what it would lead to is not worked out. It can be done all the same.
dice-left-over = { $given ->
    [one] { $given } die was given, and { $used ->
        [0] none was used.
       *[other] { $used } were used.
    }
   *[other] { $given } dice were given, and { $used ->
        [0] none was used.
        [one] only { $used } was used.
       *[other] only { $used } were used.
    }
}
    .label = rolls { $used }
nearly-a-trait = “{ $name }” is taken for a name of the character's own; the game has a trait with nearly that name.
odd-blanks = { $count ->
    [one] This blank is no space, and YAML takes it for a letter.
   *[other] { $count } blanks of this file are no spaces, and YAML takes them for letters.
}
    .label = the first
help-invisible = there is a character here that cannot be seen: { $code }, { $what ->
    [no-break] a space at which no line breaks
    [hyphen] a hyphen that shows only where a line ends
    [line] a line break of another kind
    [nothing] one without any width
   *[blank] a space of another width
}
help-shown-in-game = “{ $name }” is in the game “{ $game }”: tirada show { $written } "{ $name }"
help-other-game = it is in the game “{ $game }”: -r { $written }
file-not-there = There is no file { $path }.
file-is-folder = { $path } is a folder, and a file is needed here.
file-no-folder = { $path } is not a folder, and a folder is needed here.
file-forbidden = { $path } may not be read or written.
file-unreadable = { $path } cannot be read or written.
file-special = { $path } is { $what ->
    [fifo] a named pipe
    [socket] a socket
    [folder] a folder
    [link] a link, and not to a file that is there
   *[device] a device
  }; a file is needed here.
not-a-face = { $place ->
    [0] “{ $text }” is not a face of a die; write numbers with commas: 10,5,1.
   *[other] Place { $place } of the dice is empty; between two commas there has to be a face: 10,5,1.
}
no-character-file = { $path } is not a character: { $what ->
    [ruleset] it is a ruleset
    [cases] it holds cases
    [pack] it describes a pack
    [translation] it is a translation
   *[other] it does not begin with `tirada character: 1`
  }.
character-of-another-game = This character belongs to “{ $name }”, and “{ $game }” is being played.
    .label = another ruleset
cases-of-another-game = These cases say that they belong to “{ $name }”, but they are in the folder of “{ $game }” and would be played with it.
typed = <expression>
case-none = none
case-absent = nothing of that name
case-error = the error { $code }
case-text = “{ $text }”
case-differs = { $what }: expected { $expected }, found { $found }
said-twice = “{ $name }” is given two values.
id-differs = The `id` of this ruleset is “{ $id }”, but it is found by the name of its folder: “{ $folder }”.
says-too-much = In “{ $whole }”, “{ $text }” is left over.
help-changed-by-both = changed in both places: { $names }
pack-too-slow = Checking this and playing its cases takes too much work: { $limit } steps may be made; two million take about a second.
    Nothing of it was written.
already-here = There is already a character called “{ $name }”.
    .label = already there
nobody-of-that-name = No character is called “{ $name }”.
    .label = not there
nothing-to-intervene = { $name ->
        [none] Nothing can be decided about what was rolled last.
       *[other] “{ $name }” is not possible in what was done last.
    }
    .label = in what?
intervention-whose = { $who } made no roll in which “{ $name }” is possible.
    .label = whose roll?
intervention-own = “{ $name }” is for the rolls of others, and { $who } made these.
    .label = whose roll?
intervention-which = “{ $name }” could be about several.
    .label = about which?
intervention-before-dice = “{ $name }” has to be said before the roll, and the dice have already been rolled.
    .label = too late
help-rolled-alone = the last roll was { $text }: interventions are possible in tests of one side that a character here makes (`as NAME`), and in actions
help-nobody-here = there are no characters: `load FILE` loads one
help-begin = `begin` puts the characters in order
no-turns = Characters do not act in turn.
    .label = whose turn?
no-one-can-act = No character who has a turn can act: `end` ends the order of turns, `begin NAME` lets someone else join it, `pass TIME` lets time pass without a turn, and `edit NAME` or `undo` brings someone back.
    .label = no one
help-at = say which one is meant, as in `at=«…»`: { $names }
help-say-at = whose roll it is, or which, is said with `at=`
help-at-case = say which one is meant, as in `at: …`: { $names }
help-say-with = write it on the same line as the action: { $example }
nothing-to-show = There is no “{ $name }” in { $game }.
nobody-is-called-so = No character can be called “{ $name }”: the word already has another meaning.
    .label = not as a name
