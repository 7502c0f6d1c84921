# A whole game as a reference to read.
reference-screen = At the table
reference-search = Search this page
reference-print = When printed, this page shows only these cards, on two landscape sheets of A4.
reference-states = States
reference-chances = Chances
reference-chance = chance
reference-success = success
reference-outcome = outcome
reference-outcome-against = against { $step }
reference-mean = mean
reference-given = With
reference-no-chances = Its chances are not shown here: { $why }
reference-colophon = Made with tirada from the rules of “{ $game }”.
chances-unknown = no answers were found with which it can be rolled.
show-when = Possible while
show-must = Done without asking while
reference-chances-as = Chances: as of “{ $name }”
