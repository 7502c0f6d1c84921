# A ruleset in another language.

cli-doc-language = A language into which the ruleset is translated, for its names and texts
cli-doc-missing = Prints what that translation lacks, as a file to fill in
cli-show-language = A language into which the ruleset is translated, for its names and texts
no-translation = “{ $game }” is not translated into “{ $language }”.
help-begin-translation = to begin one: tirada doc RULESET --language { $language } --missing > translations/{ $language }.yml, in the folder of the ruleset
translation-of-nothing = The ruleset has no “{ $name }” under { $place }.
    .label = translates nothing
translation-hole = The text that this translates has no hole “{ $hole }”.
    .label = write what is in holes as in the rules
help-no-holes = it has no holes at all
translation-of-another = This is a translation of “{ $name }”, but it is in the folder of “{ $game }”.
    .label = another ruleset
translation-into-itself = The ruleset is already written in “{ $language }”.
    .label = not another language
translation-lacks = { $count ->
    [one] Of { $total } names and texts, one has no translation into “{ $language }”.
   *[other] Of { $total } names and texts, { $count } have no translation into “{ $language }”.
}
help-translation-lacks = which they are: tirada doc RULESET --language { $language } --missing
translation-in-part = { $count ->
    [one] Of { $total } names and texts, one has no translation into “{ $language }” and stays as it is; --missing shows it.
   *[other] Of { $total } names and texts, { $count } have no translation into “{ $language }” and stay as they are; --missing lists them.
}
translation-to-fill-in = { $count ->
    [0] Nothing lacks a translation into “{ $language }”: all { $total } names and texts have one.
    [one] Of { $total } names and texts, one has no translation into “{ $language }”.
   *[other] Of { $total } names and texts, { $count } have no translation into “{ $language }”.
}

# What editors say of its keys.

schema-of-translation = A translation of a ruleset of tirada
key-translation-tirada-translation = The version of the format: always `1`.
key-translation-ruleset = The id of the ruleset that this is a translation of.
key-translation-language = The language into which it translates: `en`, `es`.
key-translation-name = What the game is called in that language.
key-translation-doc = The line about the game, in that language.
key-translation-dice = From names of dice to what they are called.
key-translation-options = From options to what they are called, or to all that is said of them.
key-translation-traits = From traits to what they are called, or to all that is said of them.
key-translation-points = From points to what they are called, or to all that is said of them.
key-translation-tracks = From tracks to what they are called, or to all that is said of them.
key-translation-tags = From kinds of tag to what they are called, or to all that is said of them.
key-translation-times = From times to what they are called.
key-translation-formulas = From formulas to what they are called, or to all that is said of them.
key-translation-tables = From tables to what they are called, or to all that is said of them.
key-translation-tests = From tests to what they are called, or to all that is said of them.
key-translation-actions = From actions to what they are called, or to all that is said of them.
key-translation-interventions = From interventions to what they are called, or to all that is said of them.
key-translation-templates = From templates to what they are called, or to all that is said of them.
key-translation-words = From names inside of things (roles, questions, labels, answers, outcomes) to what they are called, wherever they are.
key-translation-texts = From texts to what they are; what is in holes stays as it is.
key-translated-name = What it is called.
key-translated-doc = The line about it.
key-translated-columns = From columns to what they are called.
key-translated-rows = From rows, and their other names, to what they are called.
key-translated-marks = From marks to what they are called.
key-translated-states = From states to what they are called.
key-translated-outcomes = From outcomes to what they are called; otherwise words of the whole game hold.
key-translated-words = From names inside of it to what they are called here, and not elsewhere.
