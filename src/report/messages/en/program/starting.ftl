# A new game.
cli-new = Creates a game: a folder with rules that can be played at once, and notes
cli-new-name = The name of the game; the folder gets the same name in lower case, without spaces
cli-new-extends = The game of which it is a version: an id that `tirada list` shows, or the path of a file or folder
cli-new-dice = The dice that it rolls: 2d6, 1d20, 2d20kh1, 4dF (added up), under d100 (no more than a skill), pool d6 (counted); without it, it is asked
cli-new-language = The language of its words: en or es; without it, that of the messages
cli-new-character = Creates a character's file, question by question, within the limits of the ruleset
cli-new-character-file = The file, such as ana.yml
cli-new-character-seed = The seed of dice that are typed as answers, such as 2d6
new-ask-dice =
    Which dice does the game roll?
      2d6         added up, against a number; also 1d20, 3d10kh2, 4dF, 1d6! …
      under d100  no more than a skill; also under d20, under 3d6 …
      pool d6     several, of which those that show enough are counted; also pool d10, pool d6! …
new-common = No answer: { $dice } is used.
new-rules = the rules, with notes
new-cases = worked examples
new-person = a character to play with
new-next =
    Now:
      tirada do -r { $path }      list the actions
      tirada show { $path }       the rules
      tirada test { $path }       replay the examples
      tirada check { $path }      after every change: check the rules for errors
      tirada -r { $path }         play
new-next-variant =
    Now:
      tirada show { $path }       the rules
      tirada diff { $path }       list the differences
      tirada test { $path }       replay the examples
      tirada check { $path }      after every change: check the rules for errors
      tirada -r { $path }         play
new-no-name = “{ $name }” has no letter from a to z and no digit, so it cannot be the name of a folder.
new-device = “{ $name }” is a device on some systems, so no folder can be called so.
new-exists = { $path } already exists.
new-taken = There is already a game “{ $id }”.
new-not-dice = “{ $text }” is not a roll of dice.
help-new-dice = write, for example, 2d6, under d100 or pool d6
new-nothing-open = With “{ $dice }” the result is never in doubt: every roll succeeds, or every roll fails.
help-new-exists = choose another name, or remove that first
help-new-taken = choose another name; for a version of it: tirada new NAME --extends { $id }
help-new-more-faces = choose dice with more than one face
new-base-elsewhere = “{ $id }” would not be found from { $path }.
help-new-beside = begin the new game beside it: `-r` and `extends` find what lies in the same folder

new-character-name = Name:
new-character-trait = { $name } ({ $range }):
new-character-usual = { $name } ({ $range }; empty: as usual):
new-character-default = { $name } ({ $range }; empty: { $usual }):
new-character-member = { $name }, a name and its value, { $range }, as in “Archery 3” (empty: no more):
new-character-tag = { $name }, a name (empty: no more):
new-character-open = { $name } stays without a value: rolls that need it ask for it.
new-character-sum = { $name }: { $sum } in all
new-character-again = { $name }: { $before } → { $value }
new-character-left-out = “{ $tag }” is left out: it needs a value for “{ $name }”.
new-character-lost = These were the answers; { $path } was not written:
member-without-name = “{ $text }” has no name: write the name, then the value.
    .label = whose value?
character-unfinished = Nothing is written: the answers ended before all questions were asked.
    .label = ends here
