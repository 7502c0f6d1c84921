# The command line: descriptions.
cli = Rolls the dice of any tabletop game whose rules are data.
cli-usage = Usage:
cli-usage-options = [OPTIONS]
cli-usage-command = [COMMAND]
cli-usage-default = {"["}default:
cli-commands = Commands
cli-command = COMMAND
cli-arguments = Arguments
cli-options = Options
cli-after =
    Without a command the prompt opens. Exit codes: 0, all is well; 1, what was asked
    for is wrong (an expression, a ruleset, dice, a case); 2, the command line is wrong;
    3, a file cannot be read or written; 4, a pipe to the prompt ended with changes
    that are not saved.
cli-any-help = Shows this help
cli-any-version = Shows the version
cli-any-lang = Language of messages: en or es
cli-any-sandbox = For strangers, as behind a bot: only rolls and odds, no files, a tenth of the work
cli-any-color = When to use colour
cli-any-ruleset = The ruleset: an id that `tirada list` shows, or the path of a file or folder
cli-any-seed = The seed: the same seed gives the same dice
cli-any-ignore_lock = Plays even if something differs from tirada.lock
cli-any-format = How the result is written
cli-roll = Rolls an expression
cli-roll-expression = What to roll, such as "mM+2" or "C+7 vs 12"; several with `;` between them; `-` reads it from standard input
cli-roll-dice = The dice that fell, in order: 10,5,1; with --seed, what is missing is rolled
cli-roll-times = Number of rolls; with --seed, their seeds count up from it
cli-roll-with = A character's file, who rolls (more files: who else is there, read as Name.trait), or NAME=VALUE, a trait or points of the one who rolls; may be repeated
cli-roll-set = An input of the test or an option of the ruleset; may be repeated
cli-roll-explain = Shows every step
cli-roll-json = The same as --format json
cli-odds = Computes the exact probability of each result of an expression
cli-odds-expression = What to compute, such as "mM+2" or "C+7 vs 12". After `vs`, a range, "C+5 vs 8..32", or the name of a table gives a row for each value. `-` reads an expression from standard input
cli-odds-more = More expressions, side by side; one that begins with a minus comes first, or after `--`
cli-odds-rulesets = The ruleset: an id that `tirada list` shows, or the path of a file or folder; several are shown side by side, with the difference
cli-odds-base = Compares the ruleset with the one that it extends, side by side, with the difference
cli-odds-with = A character's file, who rolls (more files: who else is there, read as Name.trait), or NAME=VALUE, a trait or points of the one who rolls; may be repeated
cli-odds-set = An input of the test or an option of the ruleset; may be repeated
cli-odds-over = A row for each value of an input, an option, a trait or a name of one's own: NAME=0..15, NAME=8..32/4 (in steps of four), NAME=1,3,5, or NAME=TABLE for its rows; may be given twice
cli-odds-acts = What is done, instead of an expression: the name of an action, alone or followed by its answers, "attack Ann Bob"; may be repeated
cli-odds-times = A unit of time that passes, at this point among the actions; may be repeated
cli-odds-cast = Who plays a role in the actions; may be repeated
cli-odds-choose = A decision, or an intervention with its answers; may be repeated
cli-odds-policy = An intervention that is done only where a condition holds: "push: total <= 11"; may be repeated
cli-odds-best = Makes the decisions that are best for this: "success", "margin", any formula about the result. Without --choose, about all interventions
cli-odds-turns = Number of turns; in each, all of it happens once
cli-odds-track = A tag that is followed from turn to turn however many states there are; may be repeated
cli-odds-after = The dice that fell, "7,4,1": what each intervention would make of them, the best first. The first file of `--with` is the character who rolled. With --do: all that have fallen in the action so far
cli-odds-simulate = Draws this many samples instead of going through everything; Ctrl-C keeps those there are
cli-odds-seed = The seed of the samples, for the same result again
cli-odds-depth = How many explosions of a die are followed
cli-odds-at_least = Reads each value as “this or more”
cli-odds-at_most = Reads each value as “this or less”
cli-odds-margin = Shows every margin as well
cli-odds-all = Shows the unlikely values at both ends too, and bookkeeping of the rules
cli-odds-plain = Draws with characters of ASCII only
cli-odds-format = How the odds are written
cli-odds-json = The same as --format json
cli-do = Does an action of the game: an attack, a recovery …
cli-do-action = The action; without it, lists those that there are
cli-do-cast = Who plays which role, with the file of the character; may be repeated. The file alone where there is only one role; `table=FILE` for what belongs to the table
cli-do-with = The file of another character who is present, without a role; may be repeated
cli-do-set = The answer to a question, or an option of the ruleset; may be repeated
cli-do-choose = A decision, NAME=VALUE; or an intervention: its name and what it asks for, such as "push dice=4,1 quirk=Lucky", shorter "push 4 1 Lucky". Names with spaces need «» only where they could be misread; `at=LABEL` says at which step. May be repeated: they come in this order
cli-do-dice = The dice that fell, in order: 10,5,1; with --seed, what is missing is rolled
cli-do-write = Saves what changed in the files of the characters: all of it, or nothing
cli-do-explain = Shows every step
cli-do-json = The same as --format json
cli-sheet = Shows the sheets of characters
cli-sheet-files = Files of characters, or of the table
cli-sheet-all = Shows zeros and what is only bookkeeping of the rules, too
cli-sheet-json = The same as --format json
cli-list = Lists the rulesets that can be used
cli-show = Shows a ruleset, or one table, test, trait or option of it
cli-show-ruleset = The ruleset: an id or a path
cli-show-name = What to show of it; without it, everything
cli-show-all = Lists what is only bookkeeping of the rules, too
cli-check = Checks rulesets, cases, characters and packs, and reports every error
cli-check-paths = Files and folders
cli-check-format = How findings are written
cli-completions = Prints completions for a shell
cli-names = Lists names, for completions
cli-names-kind = What is listed
cli-names-ruleset = The ruleset
cli-names-words = The words of a command line in front of the one that is completed
cli-completions-shell = The shell
cli-man = Prints the manual page
cli-man-dir = Writes one page for each command into this folder instead
cli-man-force = Also overwrites files that are not manual pages made by tirada
no-randomness = The system provides no randomness, and dice that can be foreseen are not fair: { $why }
format-not-here = This cannot be written as “{ $name }”: it is only for reading.
help-do-an-action = what an action does can be: tirada do ACTION --format json
man-name = NAME
man-synopsis = SYNOPSIS
man-description = DESCRIPTION
man-extra = EXTRA
man-version = VERSION
man-written = Manual pages written to { $path }

# The words in capitals, in place of values.
cli-value-action = ACTION
cli-value-command = COMMAND
cli-value-condition = CONDITION
cli-value-dice = DICE
cli-value-dir = DIR
cli-value-expr = EXPR
cli-value-expression = EXPRESSION
cli-value-faces = FACES
cli-value-file = FILE
cli-value-folder = FOLDER
cli-value-formula = FORMULA
cli-value-intervention = INTERVENTION
cli-value-kind = KIND
cli-value-lang = LANG
cli-value-name = NAME
cli-value-pack = PACK
cli-value-path = PATH
cli-value-port = PORT
cli-value-role = ROLE
cli-value-ruleset = RULESET
cli-value-seconds = SECONDS
cli-value-secret = SECRET
cli-value-nonce = NONCE
cli-value-section = SECTION
cli-value-shell = SHELL
cli-value-tag = TAG
cli-value-text = TEXT
cli-value-time = TIME
cli-value-times = TIMES
cli-value-value = VALUE
cli-value-values = VALUES
cli-value-word = WORD

# The command line: what can be wrong with it.
usage-too-many = “{ $name }” is one value too many for this command.
usage-unknown-flag = There is no flag “{ $name }”.
usage-unknown-command = There is no command “{ $name }”.
usage-missing = Something is missing: { $name }
help-leave-out-flags = leave out { $one }; or leave out { $other }
usage-conflict = { $same ->
    [yes] { $name } is given twice.
   *[no] { $name } and { $other } do not go together.
}
usage-before-command = { $name } in front of a command belongs to the prompt, so it would have no effect: write it after the command.
usage-value-missing = { $name } needs a value.
usage-bad-value = “{ $value }” is not a value for { $name }.
usage-wrong = The command line cannot be understood.
feature-missing = “{ $what }” needs the feature `{ $feature }`, which this program was built without.
help-feature-build = build it with `--features { $feature }`
help-feature-missing = build it with `--features { $feature }`, or download the file yourself and name it
help-usage = `tirada --help` lists the commands and options
sandbox-closed = { $name } is not for strangers: the sandbox refuses it.
help-sandbox = it takes rolls and odds with the rulesets that are built in: `tirada --sandbox roll EXPR`, `tirada --sandbox odds EXPR`, or lines such as `2d6 + 1` and `odds 2d6` on standard input
unknown-language = There is no language “{ $name }”.

# Files.
bad-config = The settings in { $path } cannot be understood.
    They may say `ruleset: ID` and `language: en` or `language: es`, and nothing else.
no-default-ruleset = No ruleset is chosen.
    Name one with -r; `tirada list` lists them.
no-files = There is no YAML file in { $path }.
part-apart = These rules begin no game, and the game in the folder above does not read what lies in this one.
    .label = read by no game
help-part-apart = a part of that game lies beside its other files; move a copy out of its folder; a game of its own begins with `tirada: 1` and `id`
no-ruleset-file = { $path } is not a ruleset: { $what ->
    [character] it is a character
    [cases] it holds cases
    [pack] it describes a pack
   *[translation] it is a translation
  }.
file-not-utf-8 = { $path } is not UTF-8: line { $line }, column { $column } has the byte { $byte } (“{ $letter }” in Windows-1252 and Latin-1).
usage-not-text = “{ $text }” on the command line is not text in UTF-8.
file-utf-16 = { $path } is { $encoding }; it has to be UTF-8.
file-not-ours = { $path } already exists and contains something else.
help-force = use --force to overwrite it
help-move-away = delete it, or move it somewhere else
file-busy = Another program has been saving in the folder of { $path } for { $seconds } seconds; try again when it is done.
save-cut-short = A save was interrupted, and { $path } has changed since: it cannot be finished.
save-record-unknown = { $path } should say how to finish an interrupted save, but cannot be understood. A newer tirada may have written it; otherwise delete it.
help-save-cut-short = to go on with all files as they are now, delete { $path }
not-a-setting = “{ $text }” has no value; write NAME=VALUE.
not-a-character = “{ $text }” is neither NAME=VALUE nor a file that exists.
character-without-game = { $path } does not say which ruleset it belongs to.
    Add a line `ruleset: ID`.
cases-without-game = These cases do not say which ruleset they belong to.
    .label = `ruleset: ID` is missing
game-not-sound = The ruleset “{ $name }” has errors, so what belongs to it was not checked.
    .label = this ruleset
too-many-times = That is too many times: { $limit } at most.

# Odds over several values.
over-unfinished = “{ $text }” does not say what changes and how.
    Write NAME=0..15, NAME=8..32/4, NAME=1,3,5, or NAME=TABLE.
over-empty = There is nothing in “{ $text }”: a range goes from low to high, in steps of 1 or more.
    .label = nothing in it
over-too-many = “{ $text }” is { $count } values: { $limit } at most.
    .label = too many
over-not-values = “{ $text }” is neither a range, nor a list with commas, nor a table of the game.
over-no-rows = The rows of “{ $name }” have no names.
over-needs-numbers = “{ $name }” is a name of your own, which takes numbers only.
over-unknown-name = There is nothing called “{ $name }” that could change: neither an input of a test, nor an option, nor a trait, nor a name in the expression.
over-too-many-names = At most { $limit } things can change at once.
over-too-many-points = Together these are { $count } combinations: { $limit } at most.
odds-one-ruleset = Actions are computed with a single ruleset: give only one.
odds-too-much = This would be about { $size } MB: { $limit } MB at most are written.
    Use fewer dice or rows; text and pictures group many values.
too-much-output = The output of these rolls is longer than the { $limit } MB that strangers may have written at once.
    Roll less often, or fewer dice.
over-differ = Results side by side need the same rows: one has { $one }, another { $other }.
joint-alone = A table of two things stands alone: not beside another expression or ruleset, and not over several values.
base-of-nothing = “{ $name }” extends no other ruleset that could be shown beside it.
over-no-effect = Nothing changes with “{ $name }”: it has no effect on what was asked.

# Answers.
ask-value = { $name }?
ask-pending = The book does not say “{ $name }”. How much is it?
ask-again = That is not an answer to { $name }.
ask-again-which = That is none of them.
ask-how-to-leave = An empty line leaves the question: nothing is done then.
list-id = id
list-name = name
list-origin = from
list-notes = notes
list-built-in = built in
list-default = default
list-extends = extends { $name }
list-broken = has errors
check-fine = { $files ->
    [one] 1 file
   *[other] { $files } files
  } checked: no errors{ $warnings ->
    [0] .
    [one] , 1 warning.
   *[other] , { $warnings } warnings.
  }
cannot-write = Standard output cannot be written to.
and-more = And { $count } more.

# Doing something.
role-without-file = “{ $action }” needs a character as { $names }.
role-not-said = “{ $action }” has several roles, and it is not clear which is that of { $name }: write --as ROLE=FILE. The roles are { $names }.
no-roles = “{ $action }” has no roles, so nobody plays one: leave out `--as`. Characters who are only present come with `--with FILE`.
role-taken = Two files are given for “{ $name }”, a role that only one can play.
in-role-twice = { $name } is given twice for “{ $role }”.
in-turns-already = { $count ->
    [one] { $names } acts in turn already, and would be left out.
   *[other] { $names } act in turn already, and would be left out.
}
    .label = already
help-in-turns-already = `begin all` puts everyone in a new order, or name them as well; `end` first ends the order that there is
name-at-the-table = Two characters are called “{ $name }”: change the name in { $path }, so that it is clear who is meant.
policy-without-condition = “{ $text }” is not a policy: write an intervention, a colon and a condition, such as "push: total <= 11".
best-of-one = `--best` and `--after` are about one action, done once: they take one `--do`.
not-a-choice = “{ $text }” is neither a decision, NAME=VALUE, nor an intervention of this game.
help-do-example = for example: tirada do { $action } -r { $ruleset } { $cast }{ $set }
help-odds-do-example = for example: tirada odds --do { $action } -r { $ruleset } { $cast }{ $set }
file-changed = { $path } has changed since it was read.
help-as-table = if this is the file of the table: `--as table={ $path }`
help-do-again = repeat the command: it starts from what the file says now
table-without-file = The table has changed, and no file was named to keep that.
help-file-of-table = name one with `--as table=FILE`; a new one needs the lines `tirada character: 1`, `ruleset: { $ruleset }` and `table: yes`
file-not-written = { $path } cannot be written: { $why ->
    [missing] its folder is not there
    [forbidden] you are not allowed to
    [there] something is already there
    [full] the disk is full
    [large] it would be larger than is allowed
    [read-only] the disk can only be read
    [no-folder] part of its path is not a folder
    [folder] it is a folder
    [name] no file can have this name
    [busy] another program is using it
    [text] it contains something that is not UTF-8 text
   *[other] system error { $why }
}.
nothing-saved = Nothing was saved: all files are as they were.
help-nothing-saved = nothing was saved: all files are as they were
do-written = Saved: { $files }
files-removed = Removed: { $files }
do-nothing-written = Nothing has changed, so nothing was saved.
dice-fell = Dice that fell: { $dice }{ $seed ->
    [none] {""}
   *[other] {" "}(seed { $seed })
}
dice-go-on = To go on with them: { $command }
ask-so-many-dice = Dice typed: { $given }; missing: { $needed }.
ask-missing-dice = { $who ->
    [none] Missing dice, { $dice }:
   *[other] Missing dice of { $who }, { $dice }:
}
ask-dice = Dice so far: { $dice }
ask-decision = { $name }? ({ $action })
ask-decision-by = { $name }? ({ $action }; { $by } decides)
ask-which = Which one does “{ $action }” mean?
ask-otherwise = Without an answer: { $answer }

cli-check-watch = Checks and tests again after every save, until it is interrupted
cli-check-fix = Applies the safe fixes before checking

cli-diff = Shows what differs between two rulesets, rule by rule
cli-diff-from = The first ruleset: an id, or the path of a file or folder
cli-diff-to = The second; without it the first is compared with what it extends
cli-diff-odds = Shows what each change does to the chances of the tests that it affects
cli-diff-with = The file of a character who rolls those tests, or NAME=VALUE, a trait or points of theirs; may be repeated
cli-diff-set = An input of those tests or an option of the ruleset; may be repeated
cli-diff-format = How the differences are written
cli-diff-json = The same as --format json
cli-show-origin = Shows in which file and line each value was written

cli-doc = Writes a whole ruleset as a reference to read, or to print
cli-doc-ruleset = The ruleset: an id that `tirada list` shows, or the path of a file or folder
cli-doc-format = How it is written: Markdown, or one page of HTML that prints as a screen on two sheets
cli-doc-all = Writes what is only bookkeeping of the rules, too
cli-doc-output = The file to write; without it, standard output is used
cli-doc-force = Overwrites even a file that is not a reference made by tirada

cli-doc-language = A language into which the ruleset is translated, for its names and texts
cli-doc-missing = Prints what that translation lacks, as a file to fill in
cli-show-language = A language into which the ruleset is translated, for its names and texts
check-fixed = { $place }: “{ $old }” is now “{ $new }”.
check-watching = Watching { $files ->
    [one] one file
   *[other] { $files } files
  } for changes; Ctrl-C ends it.
diff-of-one = “{ $name }” extends nothing, so there is nothing to compare it with: give a second ruleset.
diff-odds-cut = Only the odds of the first { $limit } tests that changes affect were compared, and not those of { $names }.
no-translation = “{ $game }” is not translated into “{ $language }”.
help-begin-translation = to begin one: tirada doc RULESET --language { $language } --missing > translations/{ $language }.yml, in the folder of the ruleset
translation-in-part = { $count ->
    [one] Of { $total } names and texts, one has no translation into “{ $language }” and stays as it is; --missing shows it.
   *[other] Of { $total } names and texts, { $count } have no translation into “{ $language }” and stay as they are; --missing lists them.
}
translation-to-fill-in = { $count ->
    [0] Nothing lacks a translation into “{ $language }”: all { $total } names and texts have one.
    [one] Of { $total } names and texts, one has no translation into “{ $language }”.
   *[other] Of { $total } names and texts, { $count } have no translation into “{ $language }”.
}
at-least-number = `{ $option }` takes no number: it gives each row the chance of that total or { $way ->
        [more] more
       *[less] less
    }, so look at the row { $number }.
odds-no-margin = { $what ->
    [rows] Rows are told by their mean margin: `--margin`, which lists all margins, is for one of them at a time.
   *[none] Nothing here has a margin, which `--margin` would list: it is how far the total of a test is above what it is compared with.
}
