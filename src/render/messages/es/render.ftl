# Palabras de los propios medios de presentación.

any-of = { $others } o { $last }
any-of-before-o = { $others } u { $last }
