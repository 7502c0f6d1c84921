# Un reglamento en otra lengua.

cli-doc-language = Una lengua a la que esté traducido el reglamento, para sus nombres y textos
cli-doc-missing = Escribe lo que le falta a esa traducción, como un archivo que rellenar
cli-show-language = Una lengua a la que esté traducido el reglamento, para sus nombres y textos
no-translation = «{ $game }» no está traducido a «{ $language }».
help-begin-translation = para empezar: tirada doc REGLAMENTO --language { $language } --missing > translations/{ $language }.yml, en la carpeta del reglamento
translation-of-nothing = El reglamento no tiene «{ $name }» en { $place }.
    .label = no traduce nada
translation-hole = El texto que esto traduce no tiene el hueco «{ $hole }».
    .label = lo que va en los huecos se escribe como en las reglas
help-no-holes = no tiene ningún hueco
translation-of-another = Es una traducción de «{ $name }», pero está con «{ $game }».
    .label = otro reglamento
translation-into-itself = El reglamento ya está escrito en «{ $language }».
    .label = ninguna otra lengua
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

# Lo que un editor dice de sus claves.

schema-of-translation = Una traducción de un reglamento de tirada
key-translation-tirada-translation = La versión del formato: siempre `1`.
key-translation-ruleset = El id del reglamento que traduce.
key-translation-language = La lengua a la que traduce: `en`, `es`.
key-translation-name = Cómo se llama el juego en esa lengua.
key-translation-doc = La línea sobre el juego, en esa lengua.
key-translation-dice = De cada nombre de los dados a cómo se llama.
key-translation-options = De cada opción a cómo se llama, o a todo lo que se dice de ella.
key-translation-traits = De cada rasgo a cómo se llama, o a todo lo que se dice de él.
key-translation-points = De cada cuenta de puntos a cómo se llama, o a todo lo que se dice de ella.
key-translation-tracks = De cada barra de casillas a cómo se llama, o a todo lo que se dice de ella.
key-translation-tags = De cada clase de etiqueta a cómo se llama, o a todo lo que se dice de ella.
key-translation-times = De cada tiempo a cómo se llama.
key-translation-tables = De cada tabla a cómo se llama, o a todo lo que se dice de ella.
key-translation-tests = De cada prueba a cómo se llama, o a todo lo que se dice de ella.
key-translation-actions = De cada acción a cómo se llama, o a todo lo que se dice de ella.
key-translation-interventions = De cada intervención a cómo se llama, o a todo lo que se dice de ella.
key-translation-words = De los nombres de dentro de las cosas (papeles, preguntas, pasos, respuestas, resultados) a cómo se llaman, estén donde estén.
key-translation-texts = De cada texto a cómo es; lo que va en los huecos se queda como está.
key-translated-name = Cómo se llama.
key-translated-doc = La línea que lo explica.
key-translated-columns = De cada columna a cómo se llama.
key-translated-rows = De cada fila, y de sus otros nombres, a cómo se llama.
key-translated-marks = De cada marca a cómo se llama.
key-translated-states = De cada estado a cómo se llama.
key-translated-outcomes = De cada resultado a cómo se llama; si no, valen las palabras de todo el juego.
key-translated-words = De los nombres de dentro a cómo se llaman aquí, y en ninguna otra parte.
