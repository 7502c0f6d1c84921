# What a person asks for: a game, dice, settings. The key is the code of the error;
# `.label` is printed under the place.

nothing-to-read = There is nothing to read in this game.
    .label = empty
unknown-ruleset = There is no game called “{ $name }”.
    .label = no such game
unknown-setting = Nothing here is called “{ $name }”: what is set is an option of the game or what the test asks for.
    .label = nothing to set
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
help-invisible = there is a character here that cannot be seen: { $code }, { $what ->
    [no-break] a space at which no line breaks
    [hyphen] a hyphen that shows only where a line ends
    [line] a line break of another kind
    [nothing] one without any width
   *[blank] a space of another width
}
help-other-game = it is in the game “{ $game }”: -r { $game }
