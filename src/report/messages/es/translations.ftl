translation-of-nothing = El reglamento no tiene «{ $name }» en { $place }.
    .label = no traduce nada
translation-hole = El texto que esto traduce no tiene el hueco «{ $hole }».
    .label = lo que va en los huecos se escribe como en las reglas
help-no-holes = no tiene ningún hueco
translation-of-another = Es una traducción de «{ $name }», pero está en la carpeta de «{ $game }».
    .label = otro reglamento
translation-into-itself = El reglamento ya está escrito en «{ $language }».
    .label = no es otro idioma
translation-apart = Ningún juego lee una traducción que esté aquí: tiene que estar en una carpeta `translations` junto a las reglas.
    .label = no la lee ningún juego
translation-lacks = { $count ->
    [one] De { $total } nombres y textos, uno no tiene traducción a «{ $language }».
   *[other] De { $total } nombres y textos, { $count } no tienen traducción a «{ $language }».
}
help-translation-lacks = cuáles son: tirada doc REGLAMENTO --language { $language } --missing
schema-of-translation = Una traducción de un reglamento de tirada
