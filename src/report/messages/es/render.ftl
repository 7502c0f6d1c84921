any-of = { $others } o { $last }
any-of-before-o = { $others } u { $last }

severity-error = error
severity-warning = aviso

line-help = ayuda
line-fix = arreglo
line-other-place = otro lugar

continues-to-line = sigue hasta la línea { $line }

fix-replace = cambiar «{ $old }» por «{ $new }»
fix-insert = añadir «{ $new }»
fix-remove = quitar «{ $old }»
fix-elsewhere = { $change } en { $place }

count-errors = { $count ->
    [one] { $count } error
   *[other] { $count } errores
}
count-warnings = { $count ->
    [one] { $count } aviso
   *[other] { $count } avisos
}
count-nothing = sin errores

number-point = ,
number-percent = {"\u00A0%"}
