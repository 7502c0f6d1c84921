unknown-heading = Ningún archivo empieza con «{ $key }»: un juego empieza con `tirada: 1`, los casos con `tirada cases: 1`, un personaje con `tirada character: 1`, un paquete con `tirada pack: 1` y una traducción con `tirada translation: 1`.
    .label = así no se sabe qué es este archivo
missing-version = Falta la versión del formato: un juego empieza con `tirada: 1`, los casos con `tirada cases: 1`, un personaje con `tirada character: 1`, un paquete con `tirada pack: 1` y una traducción con `tirada translation: 1`.
    .label = aquí va la versión
newer-version = Este archivo está escrito para la versión { $version } del formato, y este programa lee hasta la { $ours }: consigue un programa más nuevo.
    .label = más nueva que el programa
bad-version = Las versiones del formato se cuentan desde 1.
    .label = no existe esa versión
missing-key = { $what ->
    [ruleset] A este juego le falta `{ $key }`.
    [test] A esta prueba le falta `{ $key }`.
    [track] A esta barra de casillas le falta `{ $key }`.
    [pack] Falta `{ $key }`: un paquete dice su id, su versión (`version`), sus autores (`authors`), su licencia (`licence`) y su idioma (`language`).
    [translation] Falta `{ $key }`: una traducción dice de qué reglamento es (`ruleset`) y en qué idioma está (`language`).
    [oppose] Aquí falta `{ $key }`: los dos papeles que se enfrentan.
    [each] Aquí falta `{ $key }`: lo que se hace con cada uno.
    [gain] Aquí falta `{ $key }`: cómo se llama la etiqueta.
    [effects] `as` dice quién hace algo, y falta `{ $key }`, que dice qué.
   *[other] Falta `{ $key }` en «{ $what }».
}
    .label = falta `{ $key }`
unknown-key = { $what ->
    [ruleset] En un juego no hay nada llamado `{ $key }`.
    [dice] En `dice` no hay nada llamado `{ $key }`.
    [trait] En un rasgo no hay nada llamado `{ $key }`.
    [formula] En una fórmula que da palabras no hay nada llamado `{ $key }`.
    [question] En esta pregunta no hay nada llamado `{ $key }`.
    [table] En una tabla no hay nada llamado `{ $key }`.
    [cell-kind] En la clase de una celda no hay nada llamado `{ $key }`.
    [test] En una prueba no hay nada llamado `{ $key }`.
    [outcome] En un resultado no hay nada llamado `{ $key }`.
    [opposed] En `opposed` no hay nada llamado `{ $key }`.
    [opposed-outcomes] En los `outcomes` de `opposed` no hay nada llamado `{ $key }`.
    [tie] En una fila de `tie` no hay nada llamado `{ $key }`.
    [pack] En un paquete no hay nada llamado `{ $key }`.
    [translation] En una traducción no hay nada llamado `{ $key }`.
    [translated] En lo que una traducción dice de una cosa no hay nada llamado `{ $key }`.
    [cases] En un archivo de casos no hay nada llamado `{ $key }`.
    [case] En un caso no hay nada llamado `{ $key }`.
    [character] En un personaje no hay nada llamado `{ $key }`.
    [case-step] En un paso de un caso no hay nada llamado `{ $key }`.
    [time] En una unidad de tiempo no hay nada llamado `{ $key }`.
    [turns] En `turns` no hay nada llamado `{ $key }`.
    [template] En una plantilla no hay nada llamado `{ $key }`.
    [kind-of-character] En una clase de personajes no hay nada llamado `{ $key }`.
    [points] En unos puntos no hay nada llamado `{ $key }`.
    [track] En una barra de casillas no hay nada llamado `{ $key }`.
    [state] En un estado no hay nada llamado `{ $key }`.
    [tag] En una etiqueta no hay nada llamado `{ $key }`.
    [action] En una acción no hay nada llamado `{ $key }`.
    [intervention] En una intervención no hay nada llamado `{ $key }`.
    [gain-name] Aquí solo puede ir `name`, no `{ $key }`.
    [effects] Junto a los `steps` de una celda no puede ir nada más, tampoco `{ $key }`.
   *[other] En un paso con `{ $what }` no hay nada llamado `{ $key }`.
}
    .label = desconocido
heading-missing = { $what ->
        [elsewhere] Por sus claves, `{ $key }` va bajo `{ $name }:` y no aquí.
        [known] Falta la línea `{ $name }:` encima de `{ $key }`.
   *[unnamed] Falta una línea encima de `{ $key }`: la que da nombre a estas líneas en «{ $of }».
    }
    .label = { $what ->
        [unnamed] ¿debajo de qué nombre?
       *[known] esto va debajo de `{ $name }:`
    }
too-far-left = `{ $key }` está demasiado a la izquierda: es de «{ $name }» y va más adentro.
    .label = demasiado a la izquierda
too-far-right = `{ $key }` está demasiado a la derecha: { $of ->
    [game] es una sección del juego y va a principio de línea.
   *[outer] no va aquí dentro, sino más afuera.
    }
    .label = demasiado a la derecha
not-a-map = { $what ->
    [pack] Un paquete se describe en líneas como `version: 1.0.0`.
    [translation] Una traducción se escribe en líneas como `language: en`.
    [needs] Lo que necesita un paquete se escribe en líneas como `nombre: ^1.0`.
    [ruleset] Un juego se escribe en líneas como `nombre: valor`.
    [need] Bajo `need`, escribe una condición por línea, detrás de lo que se dice si no se cumple: `No le queda aliento: quien.Aliento > 0`.
    [tags] Las etiquetas se escriben {"`{etiqueta: yes}`"}.
    [tag-kinds] Las etiquetas se escriben en líneas como {"`etiqueta: {}`"}.
    [points-kinds] Los puntos se escriben en líneas como {"`nombre: {}`"} o {"`nombre: {start: 3}`"}.
    [names] Los nombres y sus valores se escriben en líneas como `nombre: valor`.
    [trait] Un rasgo tiene que decir qué puede valer, por ejemplo {"`{number: 0..10}`"}.
    [question] Una pregunta tiene que decir qué se puede responder, por ejemplo {"`{number: 0..10}`"}.
    [table] Una tabla se escribe en líneas como `rows: …`.
    [cell-kind] La clase de una celda se escribe `formula`, `text` o {"`{row: Tabla}`"}.
    [test] Una prueba se escribe en líneas como `total: …`.
    [outcome] Un resultado se escribe en líneas como `when: …`, o bien {"`{when: …, is: success}`"}.
    [opposed] `opposed` se escribe en líneas como `tie: …`.
    [opposed-outcomes] Los `outcomes` de `opposed` se escriben {"`{win: …, lose: …, tie: …}`"}.
    [rows] Bajo `rows`, las filas se escriben una por línea, como `fila: celda`.
    [from] Bajo `from`, las filas se escriben una por línea, como `3: celda`: el número desde el que vale cada una.
    [ranges] Bajo `ranges`, las filas se escriben una por línea, como `1..3: celda`.
    [case] Un caso se escribe en líneas como `roll: …`.
    [character] Un personaje se escribe en líneas como `name: …`.
    [turns] `turns` se escribe en líneas como `order: …`.
    [template] Una plantilla se escribe en líneas como `traits: …`.
    [kind-of-character] Una clase de personajes se escribe en líneas como `has: …`, o como {"`{}`"}.
    [time] Una unidad de tiempo se escribe {"`{}`"} o {"`{ends: …}`"}.
    [points] Unos puntos se escriben en líneas como `start: …`, o bien {"`{}`"}.
    [track] Una barra de casillas se escribe en líneas como `boxes: …`.
    [state] Un estado se escribe {"`{when: …}`"}, o {"`{}`"} si es el último.
    [tag] Una etiqueta se escribe en líneas como `gives: …`, o bien {"`{}`"}.
    [action] Una acción se escribe en líneas como `steps: …`.
    [intervention] Una intervención se escribe en líneas como `after: …`.
    [steps] Los pasos se escriben uno por línea, cada uno con su nombre: `nombre: lo que se hace`.
    [on] Bajo `on`, lo que se hace va debajo de lo que ha salido: {"`resultado: {nombre: lo que se hace}`"}.
    [gain] `gain` dice cuánto o por cuánto tiempo de cada cosa: {"`{nombre: 1}`"}, {"`{nombre: permanent}`"}.
    [effects] Lo que hace una celda se escribe {"`{nombre: cuánto}`"} o {"`{steps: …}`"}; {"`{}`"} es nada.
    [case-step] Un paso de un caso se escribe en líneas como `do: …`.
    [track-marks] Las marcas se escriben debajo de su barra de casillas: {"`barra: {marca: 1}`"}.
    [marks-of-track] Las marcas se escriben {"`{marca: 1}`"}.
    [tag-values] Los valores de una etiqueta se escriben {"`{nombre: valor}`"}.
   *[other] `{ $what }` se escribe en líneas como `nombre: valor`.
}
    .label = no tiene la forma `nombre: valor`

empty-key = Delante de los dos puntos no hay ningún nombre.
    .label = falta un nombre
printed-quotes = Estas comillas pasan a formar parte del texto: YAML solo conoce las rectas.
    .label = parte del texto
help-printed-quotes = si son a propósito, pon comillas rectas alrededor de todo
invisible-in-name = En este nombre hay un carácter que no se ve, así que no se podría volver a escribir.
    .label = no es lo que parece
empty-word = Entre las comillas no hay ningún nombre.
    .label = falta un nombre
empty-value = Aquí no hay nada escrito, y hace falta algo.
    .label = falta un valor
not-a-text = Aquí va un solo valor, no una lista ni líneas con nombres propios.
    .label = un solo valor
not-a-list = Aquí va una lista, como `[a, b]`.
    .label = no es una lista
not-a-number = «{ $text }» no es un número entero.
    .label = no es un número entero
not-yes-or-no = Aquí solo puede ir `yes` (sí) o `no`, y pone «{ $text }».
    .label = ni sí ni no
not-one-of = Aquí no puede ir «{ $text }»; se admite: { $known }.
    .label = ninguno de esos
not-a-range = «{ $text }» no es un intervalo de números: escribe, por ejemplo, `0..10`, `1..`, `..0`, `7` o `any`.
    .label = no es un intervalo
not-a-formula = Aquí va una fórmula, como `2d6 + 1`; si lleva corchetes o llaves, ponla entre comillas.
    .label = no es una fórmula
stray-brace = Esta «{"}"}» no cierra ninguna fórmula; para poner una llave en el texto, escribe «{"}}"}».
    .label = no cierra nada
open-brace = La fórmula que empieza con esta «{"{"}» no se cierra; para poner una llave en el texto, escribe «{"{{"}».
    .label = queda abierta

die-sides = El dado propio del juego tiene entre 1 y { $max } caras.
    .label = no existe ese dado
bad-nth = Detrás de `nth` va un número a partir de 1, contando desde el dado más bajo: `nth 2`.
    .label = un número a partir de 1
option-without-default = La opción «{ $name }» necesita un `default`, para que se pueda jugar sin elegir nada.
    .label = sin valor por defecto
question-without-kind = Falta decir qué se puede responder: escribe uno de { $kinds }.
    .label = ¿qué puede ser?
question-with-two-kinds = `{ $second }` no puede ir junto a `{ $first }`: cada respuesta es de una sola clase.
    .label = solo uno de los dos
one-of-nothing = Detrás de `one of` no hay palabras entre las que elegir.
    .label = sin palabras
how-many-answers = Cuántas respuestas hay se escribe como un número de { $range }.
    .label = no es un número así
cell-of-too-much = `cell` lleva una tabla y, como mucho, una de sus columnas: `[Tabla, columna]`.
    .label = esto sobra

table-without-rows = La tabla «{ $table }» no tiene filas; escríbelas bajo `rows`, `from` o `ranges`.
    .label = sin filas
rows-are-ranges = Estas filas se llaman como intervalos de números; por un número solo se encuentran bajo `ranges`.
    .label = debería ser `ranges`
table-with-two-kinds-of-rows = Una tabla solo lleva uno de `rows`, `from` y `ranges`.
    .label = el segundo de ellos
no-columns = Aquí no hay columnas; quita `columns` si cada fila tiene una sola celda.
    .label = sin columnas
column-twice = La columna «{ $name }» está dos veces en esta tabla.
    .label = por segunda vez
bad-formula-name = «{ $text }» no da nombre a una fórmula: un nombre y, entre paréntesis, sus parámetros.
    .label = no es un nombre con parámetros
help-computed-trait = sin parámetros es un rasgo calculado: `is:` en `traits`
numbers-in-listed-row = En una lista de filas no se escriben los números: las filas se cuentan solas.
    .label = una fila con números
help-ranges = con números, las filas van bajo `ranges`: { $example }
list-unlike-dice = { $results ->
    [0] Una lista de filas necesita dados sencillos, como `2d6`, `d100` o `d66`. Con otros dados, escribe las filas de «{ $table }» bajo `ranges`.
   *[other] `{ $dice }` tiene { $results } resultados y «{ $table }» enumera { $rows } filas: hace falta una por resultado.
}
    .label = { $rows } filas
label-its-dice = sus dados
label-its-columns = todas las filas tienen otro número de celdas
bad-again = `again` dice hasta qué profundidad puede llevar una fila a su propia tabla: un número del { $least } al { $most }, no «{ $text }».
    .label = no es un número del { $least } al { $most }
unknown-column = No hay ninguna columna llamada «{ $name }».
    .label = no existe esa columna
places-of-entries = Hay { $places } lugares para { $entries ->
        [1] 1 entrada nueva
       *[other] { $entries } entradas nuevas
    }: da un solo lugar para todas o uno para cada una.
    .label = un segundo lugar
no-such-row = No hay ninguna fila llamada «{ $name }».
    .label = no existe esa fila
bad-find = `find` nombra columnas de esta tabla: `desde..hasta` con los dos extremos, o `valor..` para la última fila a la que llega el número.
    .label = faltan los dos puntos seguidos
cells-are-words = Lo que hay en «{ $table }» son palabras y se leen como fórmulas: di que sus celdas son textos.
    .label = un texto
columns-missing = { $count ->
    [one] Una fila de «{ $table }» tiene varias celdas, y la tabla no tiene `columns`.
   *[other] { $count } filas de «{ $table }» tienen varias celdas cada una, y la tabla no tiene `columns`.
}
    .label = ¿celdas de qué columnas?
wrong-number-of-cells = { $expected ->
    [one] La fila «{ $row }» tiene { $found } celdas, y hay { $expected } columna.
   *[other] { $found ->
        [one] La fila «{ $row }» tiene { $found } celda, y hay { $expected } columnas.
       *[other] La fila «{ $row }» tiene { $found } celdas, y hay { $expected } columnas.
    }
}
    .label = no hay una celda por columna
missing-cells = La fila «{ $row }» no tiene nada en: { $columns }.
    .label = faltan celdas

unknown-time = No hay ninguna unidad de tiempo llamada «{ $name }».
    .label = no existe esa unidad de tiempo
not-a-count-of-time = «{ $text }» no es un número de unidades de tiempo, como `24 hora`.
    .label = un número desde 1 y una unidad
track-without-marks = La barra de casillas «{ $track }» no tiene marcas; escríbelas así, la más leve primero: {"`{marca: signo}`"}.
    .label = no hay marcas
track-key = { $key ->
    [row] `row` no sirve donde cada marca tiene casillas propias: la hoja dibuja una fila para cada una.
    [worth] `worth` no sirve donde las marcas comparten casillas: escribe también cuántas tiene cada marca.
   *[none] Una casilla vale 1 o más.
}
    .label = { $key ->
        [none] 1 o más
       *[other] sin efecto
    }
deck-key = { $key ->
    [reshuffle] `reshuffle` es para un mazo: escribe al lado sus cartas (`cards`).
    [for] Una carta no tiene duración: se tiene hasta que se pierde o se descarta.
    [lasts] Una carta no tiene duración: se tiene hasta que se pierde o se descarta.
    [ends] Una carta no tiene duración: se tiene hasta que se pierde o se descarta.
    [until] Una carta no tiene duración: se tiene hasta que se pierde o se descarta.
   *[other] `{ $key }` no sirve en un mazo: sus cartas ya tienen nombre, y un personaje puede tener cuantas quiera.
}
    .label = no sirve aquí
hook-missing = La intervención «{ $name }» no dice dónde se hace: escribe `after:` (después) o `before:` (antes) con una prueba, o con una acción y uno de sus pasos (`acción.paso`).
    .label = ¿`after` o `before` de qué?
bad-hook = «{ $text }» no dice dónde: escribe una prueba, o una acción y uno de sus pasos (`acción.paso`).
    .label = falta un nombre junto al punto
role-twice = El papel «{ $name }» está dos veces.
    .label = por segunda vez
step-without-verb = El paso «{ $label }» no dice qué se hace: una fórmula, o una de estas cosas: { $verbs }.
    .label = ¿qué se hace?
step-with-if = Los pasos no tienen `if`, `then` ni `else`: la condición va junto a lo que se hace.
    .label = `when`, junto a lo que se hace
step-with-two-verbs = `{ $second }` no puede ir junto a `{ $first }`: un paso hace una sola cosa.
    .label = sobra una de las dos
verb-as-label = { $verb ->
    [when] `when` es la condición de un paso, no cómo se llama.
   *[other] `{ $verb }` es lo que hace un paso, no cómo se llama.
}
    .label = el paso no tiene nombre
not-two-sides = En `sides` van dos papeles, y aquí { $found ->
    [0] no hay ninguno.
    [one] solo hay uno.
   *[other] hay { $found }.
}
    .label = hacen falta dos papeles
bad-each = Detrás de `each` van el nombre que recibe cada uno y el papel de todos: {"`{uno: papel}`"}.
    .label = un nombre y un papel
no-such-question = No hay ninguna pregunta llamada «{ $name }».
    .label = no existe esa pregunta
no-such-outcome = No hay ningún resultado llamado «{ $name }».
    .label = no existe ese resultado
asks-of-nothing = Bajo `asks` no hay preguntas que se llamen «{ $name }».
    .label = no existe
unused-asks = Nadie hace las preguntas de «{ $name }».
    .label = nada las usa
option-cannot-change = Aquí las reglas son las mismas con cualquier valor de una opción: no lo puede cambiar.
    .label = una opción no puede cambiar esto
option-changes-nothing = Mientras la opción tiene este valor, nada es distinto.
    .label = esto no cambia nada
option-patch-place = No está claro con qué valor de «{ $name }» vale esto: escribe `change`, `remove` y `add` junto a `yes no`, para el sí; junto a `one of`, bajo `rules` y una de sus palabras.
    .label = ¿con qué valor?
no-such-step = No hay ningún paso llamado «{ $name }».
    .label = no existe ese paso

case-rolls-nothing = El caso «{ $name }» necesita `roll`, `each` o `steps`, y solo uno de ellos.
    .label = ¿`roll`, `each` o `steps`?
case-expects-nothing = El caso «{ $name }» no dice qué debe salir: no hay nada bajo `expect` ni bajo `each`.
    .label = no se espera nada

interventions-of-a-roll = Un paso que solo tira no cambia nada, así que nadie puede intervenir en él.
    .label = aquí no interviene nadie
help-roll-in-an-action = escribe una acción con un paso que tire esta prueba, y hazla aquí con `do`: ahí sí se puede intervenir
case-step-without-deed = Este paso de un caso no dice qué ocurre; puede ser: { $verbs }.
    .label = ¿qué ocurre?
not-one-intervention = Cada intervención es un elemento aparte: {"`- nombre: {…}`"}.
    .label = no es una intervención

extends-nothing = No hay ningún juego llamado «{ $name }» que se pueda extender.
    .label = no existe ese juego
extends-itself = Un juego no se puede extender a sí mismo: { $path }.
    .label = este mismo juego
extends-in-a-circle = Estos juegos se extienden unos a otros sin fin: { $path }.
    .label = vuelve a este juego
game-too-large = { $what ->
    [named] Los archivos de este juego, con los de los juegos que extiende, suman { $size } nombres y valores: se leen { $limit } como mucho.
   *[bytes] Los archivos de este juego, con los de los juegos que extiende, suman { $size } bytes: se leen { $limit } como mucho.
}
    .label = con este es demasiado
extends-too-deep = Aquí hay demasiados juegos que se extienden unos a otros: como mucho { $limit } seguidos.
    .label = con este se pasa del límite
defined-twice = «{ $name }» está en dos archivos de este juego.
    .label = aquí está por segunda vez
file-twice = { $what ->
    [game] En esta carpeta ya hay otro archivo en el que empieza el juego: son dos juegos, o uno y su copia.
    [export] Varios personajes irían al mismo archivo, { $path }: cámbiale el nombre a uno de ellos.
    [older] Otro archivo de este juego ya define { $count } de las { $things } cosas de este archivo: quizá sea una copia antigua.
   *[copy] Todo lo que define este archivo está ya en otro de este juego: quizá sea una copia.
}
    .label = { $what ->
        [game] empieza otra vez
        [older] por segunda vez
       *[copy] esto y lo que sigue, por segunda vez
    }
already-there = «{ $name }» ya está y no se puede añadir.
    .label = ya está
change-of-nothing = «{ $name }» no se puede cambiar, porque no está.
    .label = no hay nada que cambiar
own-key-changed = «{ $name }» dice qué reglas son estas. No se hereda, así que no hay nada que cambiar.
    .label = propio de cada uno
help-outside-of-change = escribe `{ $name }: …` al principio de una línea, fuera de `change`
change-breaks = Lo que se dice aquí de «{ $path }» no encaja con lo que se extiende, en: { $places }.
    .label = lo que se extiende no encaja con esto
change-not-a-map = Lo que se cambia se escribe en líneas como `nombre: valor`.
    .label = debajo no hay nombres
remove-of-nothing = No se puede quitar «{ $path }», porque «{ $name }» no está.
    .label = no hay nada que quitar
removed-but-used = Se quita «{ $path }», y todavía lo usan: { $users }.
    .label = todavía se usa
like-of-nothing = Aquí no hay nada llamado «{ $name }» que copiar con `like`.
    .label = no existe ese nombre
like-in-a-circle = Cada uno de estos copia al siguiente con `like`, sin fin: { $path }.
    .label = aquí vuelve a empezar

near-inherited = «{ $name }» es nuevo, y el juego que se extiende tiene «{ $near }».
    .label = casi el mismo nombre

label-first-here = aquí está por primera vez
label-unused = esto no se usa en ninguna parte
label-used-here = aquí se usa
label-here-too = y aquí
label-nor-this = esto tampoco se conoce
label-other-verb = la otra

help-did-you-mean = ¿querías decir «{ $name }»?
help-one-time = se pasa de unidad en unidad: `{ $example }`, tantas veces como haga falta
help-removed-here = estas mismas reglas quitan «{ $name }»: escribe la entrada que está antes o después
help-there-is = disponibles: { $names }
help-known-keys = aquí puede ir: { $keys }
help-columns-are = las columnas son: { $columns }
help-one-place = déjalo en uno solo de los archivos
help-change-or-not = para cambiar «{ $near }», escríbelo bajo `change`; si de verdad son dos, elige un nombre que no se confunda
help-step-if = escribe {"`{when: CONDICIÓN, lose: …}`"}; para varios pasos, {"`{when: CONDICIÓN, steps: {…}}`"}, y para lo que se hace en otro caso, otro paso con {"`when: not …`"}
help-step-label = dale un nombre al paso y escribe debajo lo que hace: {"`nombre: {"}{ $verb }{": …}`"}
help-asks-names = `asks` lleva nombres de bloques de preguntas; las preguntas mismas van bajo `ask`
help-file-twice = { $what ->
    [game] lleva la copia a otra carpeta, o dale a cada juego la suya; los demás archivos de un mismo juego no llevan `tirada` ni `id`
   *[copy] saca la copia de la carpeta del juego
}
help-removed-but-used = quita o cambia también lo que lo usa, o cambia esto en lugar de quitarlo
help-change-breaks = cambia también lo que no encaja allí, bajo `change`
help-no-dashes = quita los guiones: cada nombre va en una línea
label-belongs-under = va debajo de esto
label-name-missing-in = el nombre va aquí dentro
help-asked-by-block = un bloque de `asks` ya lo pregunta: quita una de las dos, o dale otro nombre
help-option-changes = una opción cambia fórmulas y condiciones, y añade y quita intervenciones, pasos, resultados, estados y condiciones, y quita acciones; para lo demás, pregunta por la opción en una fórmula
help-use-change = escríbelo bajo `change` para sustituirlo, o dale otro nombre
help-only-what-is-there = `change` solo sustituye; escribe lo nuevo fuera de él
help-new-outside = `change` solo sustituye; escribe lo nuevo fuera de él: `{ $example }`

too-many-cells = Hay demasiadas celdas pendientes o ausentes: entre todas las tablas de un reglamento puede haber { $limit } como mucho.
    .label = desde aquí ya no se completan
too-many-formulas = Las fórmulas de este juego son demasiado largas: entre todas pueden tener { $limit } bytes.
    .label = desde aquí no se lee nada
not-a-language = «{ $text }» no es la etiqueta de un idioma.
    .label = no es una etiqueta
not-an-accent = { $why ->
    [light] Un texto en el color «{ $text }» se leería mal sobre blanco: es demasiado claro.
   *[form] «{ $text }» no es un color: se esperan seis cifras, del 0 al 9 y de la a a la f, como 7a1f2b.
}
    .label = { $why ->
        [light] demasiado claro
       *[form] no es un color
    }
help-accent-darker = el mismo color, con bastante contraste: { $colour }
help-language-tag = un idioma se escribe con dos letras: `es` para el español, `en` para el inglés

too-many-entries = Con todo lo que copia `like`, este reglamento es demasiado grande: se pueden copiar como mucho { $limit } nombres y valores.
    .label = desde aquí no se copia nada
bad-pack-id = «{ $text }» no puede ser el id de un paquete: será el nombre de una carpeta, así que escribe a–z, 0–9 y `-`, con una letra o cifra al principio y al final.
    .label = no es un id
bad-pack-version = «{ $text }» no es una versión: escribe tres números, como 1.0.0.
    .label = no es una versión
bad-version-range = «{ $text }» no es un intervalo de versiones: escribe uno como `^1.2` (desde la 1.2 y antes de la 2), {"`\">=1.0, <3\"`"} o `any`.
    .label = no es un intervalo
pack-file-unread = Este archivo no se usa: no contiene reglas, ni casos en su sitio, ni un personaje.
    .label = no se lee
pack-need-unused = Nada de este paquete usa «{ $name }».
    .label = no hace falta
help-from-number = bajo `from`, escribe el primer número de cada fila; para filas como `6..9`, escribe `ranges` en su lugar
