cli-doc-language = Un idioma al que esté traducido el reglamento, para sus nombres y textos
cli-doc-missing = Escribe lo que le falta a esa traducción, como un archivo que rellenar
cli-show-language = Un idioma al que esté traducido el reglamento, para sus nombres y textos
no-translation = «{ $game }» no está traducido a «{ $language }».
help-begin-translation = para empezar: tirada doc REGLAMENTO --language { $language } --missing > translations/{ $language }.yml, en la carpeta del reglamento
translation-of-nothing = El reglamento no tiene «{ $name }» en { $place }.
    .label = no traduce nada
translation-hole = El texto que esto traduce no tiene el hueco «{ $hole }».
    .label = lo que va en los huecos se escribe como en las reglas
help-no-holes = no tiene ningún hueco
translation-of-another = Es una traducción de «{ $name }», pero está en la carpeta de «{ $game }».
    .label = otro reglamento
translation-into-itself = El reglamento ya está escrito en «{ $language }».
    .label = no es otro idioma
translation-lacks = { $count ->
    [one] De { $total } nombres y textos, uno no tiene traducción a «{ $language }».
   *[other] De { $total } nombres y textos, { $count } no tienen traducción a «{ $language }».
}
help-translation-lacks = cuáles son: tirada doc REGLAMENTO --language { $language } --missing
translation-in-part = { $count ->
    [one] De { $total } nombres y textos, uno no tiene traducción a «{ $language }» y se queda como está; --missing lo muestra.
   *[other] De { $total } nombres y textos, { $count } no tienen traducción a «{ $language }» y se quedan como están; --missing los enumera.
}
translation-to-fill-in = { $count ->
    [0] No falta ninguna traducción a «{ $language }»: la tienen los { $total } nombres y textos.
    [one] De { $total } nombres y textos, uno no tiene traducción a «{ $language }».
   *[other] De { $total } nombres y textos, { $count } no tienen traducción a «{ $language }».
}

schema-of-translation = Una traducción de un reglamento de tirada
key-translation-tirada-translation = La versión del formato: siempre `1`.
key-translation-ruleset = El id del reglamento que traduce.
key-translation-language = El idioma al que traduce: `en`, `es`.
key-translation-name = Cómo se llama el juego en ese idioma.
key-translation-doc = La línea sobre el juego, en ese idioma.
key-translation-dice = Cómo se llama cada nombre de los dados.
key-translation-options = Cómo se llama cada opción, o todo lo que se dice de ella.
key-translation-traits = Cómo se llama cada rasgo, o todo lo que se dice de él.
key-translation-points = Cómo se llama cada cuenta de puntos, o todo lo que se dice de ella.
key-translation-tracks = Cómo se llama cada barra de casillas, o todo lo que se dice de ella.
key-translation-tags = Cómo se llama cada clase de etiqueta, o todo lo que se dice de ella.
key-translation-times = Cómo se llama cada unidad de tiempo.
key-translation-formulas = Cómo se llama cada fórmula, o todo lo que se dice de ella.
key-translation-tables = Cómo se llama cada tabla, o todo lo que se dice de ella.
key-translation-tests = Cómo se llama cada prueba, o todo lo que se dice de ella.
key-translation-actions = Cómo se llama cada acción, o todo lo que se dice de ella.
key-translation-interventions = Cómo se llama cada intervención, o todo lo que se dice de ella.
key-translation-templates = Cada plantilla con su nombre, o con todo lo que se dice de ella.
key-translation-words = Cómo se llaman los papeles, preguntas, pasos, respuestas y resultados, estén donde estén.
key-translation-texts = Cada texto con su traducción; lo que va en los huecos se queda como está.
key-translated-name = Cómo se llama.
key-translated-doc = La línea que lo explica.
key-translated-columns = Cómo se llama cada columna.
key-translated-rows = Cómo se llaman cada fila y sus otros nombres.
key-translated-marks = Cómo se llama cada marca.
key-translated-states = Cómo se llama cada estado.
key-translated-outcomes = Cómo se llama cada resultado; si no, valen las palabras de todo el juego.
key-translated-words = Cómo se llaman los nombres de dentro, solo aquí.
