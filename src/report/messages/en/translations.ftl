# A ruleset in another language.

translation-of-nothing = The ruleset has no “{ $name }” under { $place }.
    .label = translates nothing
translation-hole = The text that this translates has no hole “{ $hole }”.
    .label = write what is in holes as in the rules
help-no-holes = it has no holes at all
translation-of-another = This is a translation of “{ $name }”, but it is in the folder of “{ $game }”.
    .label = another ruleset
translation-into-itself = The ruleset is already written in “{ $language }”.
    .label = not another language
translation-apart = No game reads a translation that lies here: it has to lie in a folder `translations` beside the rules.
    .label = read by no game
translation-lacks = { $count ->
    [one] Of { $total } names and texts, one has no translation into “{ $language }”.
   *[other] Of { $total } names and texts, { $count } have no translation into “{ $language }”.
}
help-translation-lacks = which they are: tirada doc RULESET --language { $language } --missing
schema-of-translation = A translation of a ruleset of tirada
