declared-twice = Hay dos cosas llamadas «{ $name }».
    .label = aquí, por segunda vez
reserved-name = En este lugar, «{ $name }» es una palabra del formato, así que nada más puede llamarse así.
    .label = elige otro nombre
row-or-dice = «{ $name }» es una fila de la tabla «{ $table }» y también son dados.
    .label = escribe «{ $name }» si es la fila, 0 + { $name } si son los dados
no-margin = La prueba «{ $test }» no tiene margen: no compara su total con ningún número, o dice `margin: none`.
    .label = no lo hay
outcome-of-another-class = «{ $name }» significa también todos los resultados de esa clase, así que solo uno de ellos puede llamarse así.
    .label = este no lo es: elige otro nombre u otra clase
outcome-or-name = «{ $name }» es aquí un resultado, y en el juego hay otra cosa que se llama igual.
    .label = escribe { $outcome } si es el resultado, { $other } si es lo otro
name-is-dice = «{ $name }» se lee como dados y no puede ser un nombre.
    .label = esto son dados
name-is-function = «{ $name }» es una palabra del lenguaje (como en { $name }(…)) y no puede ser un nombre.
    .label = elige otro nombre
name-with-quotes = `{ $name }` no puede ser un nombre: lleva comillas o signos invisibles.
    .label = un nombre no lleva comillas
name-spells-dice = «{ $name }» también se puede leer como dados de este juego puestos juntos, así que significaría dos cosas.
    .label = también son dados
unknown-test = No hay ninguna prueba llamada «{ $name }».
    .label = no existe esa prueba
unknown-value = Esta prueba no tiene ningún valor llamado «{ $name }» que mostrar.
    .label = no está en sus `values`
defined-otherwise = No hay nada que se llame «{ $name }», que se usa { $count ->
    [one] una vez
   *[other] { $count } veces
}; y nada usa «{ $defined }», que se define aquí.
    .label = ¿es esto «{ $name }»?
points-out-of-range = { $value } queda fuera de lo que puede haber de estos puntos: `{ $range }`.
    .label = fuera de `{ $range }`

default-out-of-range = El valor por defecto { $value } no vale como respuesta: se admite `{ $range }`.
    .label = fuera de `{ $range }`

input-alone = «{ $name }» es algo que pide una prueba: se responde aparte, no en la expresión.
    .label = lo pide una prueba
name-with-sign = { $what ->
    [words] «{ $name }» es un nombre de varias palabras y necesita comillas: { $quoted }.
   *[sign] «{ $name }» es un nombre con un signo dentro y necesita comillas: { $quoted }.
  }
    .label = { $what ->
        [words] se lee como varias cosas
       *[sign] se lee como un cálculo
      }
other-notation = «{ $written }» se escribe aquí `{ $meant }`.
    .label = se escribe de otra manera
rolls-or-product = Junto a unos dados, «{ $written }» puede pedir más tiradas o más dados, o multiplicar una sola tirada.
    .label = ¿más, o un producto?
help-behind-dice = va pegado detrás de unos dados: { $example }
help-notation = { $what ->
    [target] el número que hay que alcanzar va solo
    [bound] ningún dado cuenta menos, o más, que ese número
    [explode] cada vez que sale ese número se añade otro dado
    [drop] los dados que dice el número no cuentan
    [keep] solo cuentan los dados que dice el número
   *[reroll] los dados que lo muestran se vuelven a tirar hasta que sale otra cosa
 }
help-explode-on = para tirar otro dado cada vez que sale ese número (dados que explotan): { $example }
help-compare-total = para comparar con el total: { $example }
several-rolls = Esto pide varias tiradas, y una fórmula es una sola.
    .label = varias tiradas
help-product = para multiplicar una sola tirada: { $example }
table-first = Primero va la tabla: `{ $meant }`.
    .label = al revés
whose-first = Primero se dice de quién es: `{ $meant }`.
    .label = al revés
option-inside = «{ $written }» es una opción de la línea de órdenes: va fuera de las comillas de lo que se tira.
nothing-is-assigned = Una fórmula lee y no cambia nada: para «{ $written }» hace falta un paso.
    .label = no cambia nada
help-as-a-step = como paso: { $example }
not-written-here = Aquí no se usa «{ $written }».
    .label = sobra
half-a-comparison = { $side ->
        [alone] Una condición compara algo: aquí falta `{ $meant }`.
        [part] A cada lado de `and` y de `or` va una comparación entera: aquí falta `{ $meant }`.
       *[whole] A cada lado de `and` y de `or` va una comparación entera: a un lado de «{ $written }» no hay ninguna.
    }
    .label = ¿qué se compara?
unknown-name = «{ $name }» no significa nada aquí.
    .label = desconocido
unknown-table = No hay ninguna tabla llamada «{ $name }».
    .label = no existe esa tabla
unknown-row = No hay ninguna fila llamada «{ $name }».
    .label = no existe esa fila
unknown-choice = «{ $name }» no es ninguna de las palabras que se pueden elegir.
    .label = no es una de ellas
unknown-die = «{ $letter }» no es ningún dado de este juego, así que «{ $word }» no se puede leer como dados puestos juntos.
    .label = no existe ese dado
dice-case = «{ $word }» no está entre los dados de este juego; se distinguen mayúsculas y minúsculas.
    .label = ¿mayúscula o minúscula?
dice-word-in-two-ways = «{ $word }» se puede leer de dos maneras: como { $one } o como { $other }; escribe cuál de las dos quieres.
    .label = dos lecturas
times-needs-star = Un número solo puede ir pegado al nombre de un dado, y «{ $name }» no lo es; pon `*` entre ambos.
    .label = falta un `*`
name-not-here = { $place ->
    [cell] Una tabla no ve «{ $name }»: sus celdas pueden usar dados (con `uses: dice`), lo que se le da en `given`, otras tablas y opciones.
   *[default] «{ $name }» no puede ir aquí: solo lo que siempre vale lo mismo.
}
    .label = aquí no
group-is-not-a-value = «{ $name }» es un grupo de nombres que elige cada personaje y no tiene valor propio; escribe uno de esos nombres.
    .label = es todo un grupo
table-needs-row = «{ $name }» es una tabla: di qué fila.
    .label = ¿qué fila?
test-needs-call = «{ $name }» es una prueba: ponle paréntesis detrás.
    .label = faltan los paréntesis
unknown-function = «{ $name }» no puede llevar paréntesis detrás: no es una prueba ni una función como `min`.
    .label = desconocido

dice-not-here = Aquí no se pueden tirar ni leer dados; en una prueba se tiran bajo `roll`.
    .label = aquí no hay dados
dice-in-derived = Esto se calcula con lo que hay en la hoja y no puede llevar dados: los dados se tiran en las pruebas y en los pasos.
    .label = sin dados
cell-without-dice = Las celdas de la tabla «{ $table }» no leen dados; pon `uses: dice` en la tabla.
    .label = lee dados
roll-not-dice = Aquí solo van dados, como `3d10`.
    .label = no son solo dados
no-own-die = Este juego no tiene un dado propio, así que falta el número de caras: `3d6`, o bien `d: 6` bajo `dice` en el juego.
    .label = ¿cuántas caras?
no-roll = Aquí no hay ninguna tirada de la que leer esto.
    .label = ¿de qué dados?
which-roll = Aquí se tiran varios dados distintos y no está claro cuáles se leen.
    .label = ¿qué dados?
too-many-dice = { $count } dados son demasiados: se tiran { $limit } de una vez como mucho.
    .label = demasiados dados
keep-at-least-one = El número de dados que se conservan o se quitan es 1 o más.
    .label = al menos uno
keep-too-many = No se pueden conservar { $n } dados: solo hay { $have }.
    .label = más de los que hay
drop-too-many = { $have ->
    [one] Si de { $have } dado quitas { $n }, no queda ninguno.
   *[other] Si de { $have } dados quitas { $n }, no queda ninguno.
}
    .label = no quedaría ninguno
boxes-of-mark = Nada dice cuántas casillas tiene «{ $name }».
    .label = las casillas de cada marca
no-middle = { $n ->
    [one] De { $have } dados, ninguno queda justo en medio.
   *[other] De { $have } dados, no hay { $n } que queden justo en medio.
}
    .label = no hay un centro exacto
explodes-forever = Estos dados explotarían sin fin: explotan con todas sus caras.
    .label = todas las caras
rerolls-forever = Estos dados se repetirían sin fin: se repiten con todas sus caras.
    .label = todas las caras
condition-never = Estos dados no tienen ninguna cara que pueda cumplir esta condición.
    .label = no pasa nunca
beats-needs-dice = `beats` compara dados con dados: `5d6 beats 3d6`.
    .label = no son dados

text-where-number = Esto es un texto, y hace falta un número.
    .label = un texto
row-where-number = Esto es una fila de la tabla «{ $table }», y hace falta un número.
    .label = una fila
column-where-number = Esto es una columna, y hace falta un número.
    .label = una columna
word-where-number = Esto es una palabra que se elige, y hace falta un número.
    .label = una palabra
compared-by-value = Aquí se comparan los números: también vale otro rasgo con el mismo número que «{ $other }». Qué rasgo es «{ $name }» lo dice su nombre.
    .label = dos números
compared-total = Una comparación es sí o no. Una prueba necesita aquí un número.
    .label = sí o no
help-compared-total = cuán probable es un total o más lo dicen las probabilidades de la prueba sin la comparación, en «al menos»; una regla compara `etiqueta.total`
yes-or-no-expected = Aquí se responde `yes` (sí), `no` o una comparación como `x > 3`.
    .label = ni sí ni no
one-of-expected = Aquí tiene que ir una de las palabras que se pueden elegir, y esto es otra cosa.
    .label = ninguna de ellas
not-a-condition = Esto no es ni verdadero ni falso, y hace falta una condición.
    .label = no es una condición
branches-differ = Detrás de `then` y de `else` hay cosas de distinta clase: un número, un texto, una fila…; las dos tienen que ser de la misma.
    .label = no son de la misma clase
different-things = Estas dos cosas no se pueden comparar: son de distinta clase.
    .label = cosas distintas
word-never = La fórmula nunca da «{ $name }».
    .label = sobra en la lista
help-words-quoted = si te refieres a las palabras mismas, ponlas entre comillas: { $text }
no-order = Estas dos cosas no tienen orden: solo pueden ser iguales (`=`) o distintas (`!=`).
    .label = no hay mayor ni menor
division-by-zero = No se puede dividir entre cero.
    .label = cero
rounding-missing = Aquí se divide algo, y el juego no dice cómo se redondea.
    .label = ¿arriba o abajo?

cell-needs-row = Falta decir qué fila de la tabla «{ $table }».
    .label = ¿qué fila?
too-many-keys = { $keys ->
    [one] La tabla «{ $table }» solo tiene una columna: basta la fila para encontrar la celda.
   *[other] A la tabla «{ $table }» le bastan una fila y una columna para encontrar una celda.
}
    .label = esto sobra
not-a-row = Esto no es una fila de la tabla «{ $table }».
    .label = no es una de sus filas
row-by-name-only = Las filas de la tabla «{ $table }» se eligen por su nombre, no por un número; para contarlas, pon `ordered: yes` en la tabla.
    .label = un número
not-a-column = Esto no es una columna de la tabla «{ $table }».
    .label = no es una de sus columnas
columns-of-two-kinds = Las columnas de la tabla «{ $table }» contienen cosas de distinta clase, así que aquí hay que nombrar la columna.
    .label = podría ser cualquiera
rows-without-order = Las filas de la tabla «{ $table }» no tienen un orden en el que contar; pon `ordered: yes` en la tabla.
    .label = no hay fila siguiente
nothing-to-choose = Ninguna columna de la tabla «{ $name }» tiene nombre, así que esta pregunta no tiene respuesta.
    .label = no hay nada que elegir
row-twice = Ya hay una fila de esta tabla llamada «{ $name }».
    .label = aquí, por segunda vez
given-missing = La tabla necesita además: { $names }.
    .label = falta algo
given-twice = «{ $name }» se da dos veces.
    .label = por segunda vez
unknown-given = Esta tabla no pide «{ $name }».
    .label = no está en su `given`
find-needs-rows = La tabla «{ $table }» no puede llevar `find`: solo las filas con nombre, bajo `rows`, se buscan por sus columnas.
    .label = `find` sin `rows`
find-needs-numbers = Las celdas de la columna «{ $column }» tienen que ser simples números, porque por ellas se buscan las filas.
    .label = no es un simple número
no-columns-apart = { $missing ->
    [dice] «{ $table }» no se tira por su nombre, así que sus columnas tampoco.
   *[columns] «{ $table }» tiene una sola columna: no hay nada que tirar por separado.
}
    .label = nada se tira por separado
ranges-overlap = Dos filas tienen los mismos números: { $shared }.
    .label = se solapa
range-gap = No hay fila para estos números: { $missing }.
    .label = antes de esto hay un hueco
class-never = Ningún resultado de «{ $test }» es «{ $name }».
    .label = esto no ocurre nunca
class-of-which-roll = «{ $name }» es una clase de resultado: di de qué tirada.
    .label = de ninguna tirada
classes-meet = El resultado «{ $name }» es «{ $class }» y también «{ $other }», así que seguirían dos ramas.
    .label = ¿cuál de las dos?
success-and-failure = Un resultado es o un éxito o un fracaso, y se indica una sola vez.
    .label = por segunda vez
unknown-class = El reglamento no declara en `classes` ninguna clase «{ $name }».
    .label = sin declarar
formula-not-here = Aquí no se puede usar «{ $name }»: lee algo que en este sitio no hay, como dados, una respuesta posterior o lo que tiene un personaje.
    .label = aquí no
too-many-calls = Aquí se llama a fórmulas con parámetros más de { $limit } veces, o más de { $deepest } unas dentro de otras.
    .label = una de más
dice-without-row = Con `{ $dice }` puede salir algo que no está en ninguna fila de «{ $table }»: { $missing }.
    .label = sin fila para { $missing }
dice-beside-key = «{ $table }» se tira solo con su nombre, así que no puede llevar `{ $key }`, que habría que dar cada vez que se lee.
    .label = dados junto a `{ $key }`
only-beside-a-test = `{ $key }` es de las pruebas, y «{ $table }» es una tabla.
    .label = solo con una prueba
help-again = si es a propósito que las filas vuelvan a su tabla, di hasta qué profundidad: `again: 2` en una de estas tablas
help-table-dice = para tirar en la tabla por su nombre, ponle dados: `dice: 1d6`

traits-in-a-circle = Estos rasgos o fórmulas dependen unos de otros sin fin: { $path }.
    .label = empieza y acaba aquí
values-in-a-circle = Estos valores dependen unos de otros sin fin: { $path }.
    .label = empieza y acaba aquí
tables-in-a-circle = Estas tablas dependen unas de otras sin fin: { $path }.
    .label = empieza y acaba aquí

unknown-input = { $several ->
        [yes] Ninguna de las pruebas { $test } pide «{ $name }».
       *[no] La prueba «{ $test }» no pide «{ $name }».
    }
    .label = no se pide
input-twice = «{ $name }» se da dos veces.
    .label = por segunda vez
too-many-inputs = { $count ->
    [0] La prueba «{ $test }» no pide nada.
    [one] La prueba «{ $test }» solo pide { $count } cosa.
   *[other] La prueba «{ $test }» solo pide { $count } cosas.
}
    .label = esto sobra
test-not-here = La prueba «{ $name }» no se puede tirar dentro de una fórmula del juego.
    .label = aquí no
several-tests = Solo se puede tirar una prueba a la vez.
    .label = una segunda prueba
set-and-given = «{ $name }» tiene dos valores: aquí y al lado, con `set`, --set o --over.
    .label = aquí también se da
bad-setting = «{ $text }» no es una respuesta para «{ $name }».
    .label = se le da «{ $text }»
no-versus-test = Este juego no dice qué prueba se tira con `vs`.
    .label = ¿qué prueba?
not-opposed = En la prueba «{ $test }» no se pueden enfrentar dos lados; compara con un número, o escribe `opposed` en la prueba.
    .label = dos lados
test-without-target = La prueba «{ $test }» no compara su total con nada, así que no puede ir nada detrás de `vs`.
    .label = no hace falta
target-twice = «{ $name }» se da dos veces: entre paréntesis y detrás de `vs`.
    .label = por segunda vez
help-one-die = para un solo dado de varios, escribe: { $example }
unreachable-outcome = Nunca se llega al resultado «{ $name }»: el anterior se cumple siempre.
    .label = nunca se llega
unreachable-tie = A esta fila de `tie` no se llega nunca: la anterior no lleva `when`.
    .label = nunca se llega

wrong-number-of-arguments = { $expected ->
    [one] «{ $name }» necesita { $expected } valor entre sus paréntesis, aparte de los dados, y aquí tiene { $found }.
   *[other] «{ $name }» necesita { $expected } valores entre sus paréntesis, aparte de los dados, y aquí tiene { $found }.
}
    .label = no son { $expected }
dice-expected = «{ $name }» se lee de unos dados, como `{ $example }`, y esto es otra cosa.
    .label = no son dados
table-expected = «{ $name }» necesita primero el nombre de una tabla: `{ $name }(Tabla, …)`.
    .label = ¿qué tabla?
condition-where-face = Aquí hay una condición, que es verdadera o falsa; los dados se comparan con un número, como en `count(3d6, >= 5)`.
    .label = verdadera o falsa
condition-not-here = Una comparación sin nada delante, como `>= 5`, solo puede ir en `count`.
    .label = ¿qué se compara?
no-inputs-by-name = Solo a las pruebas se les dan cosas por su nombre, así que aquí no puede ir `{ $name } =`.
    .label = por nombre no

unused-given = La tabla pide «{ $name }» y no lo usa.
    .label = no se usa
unused-input = La prueba pide «{ $name }» y no lo usa.
    .label = no se usa
unused-parameter = «{ $formula }» no lee su parámetro «{ $name }».
    .label = no se lee
unused-value = Nada usa ni muestra «{ $name }».
    .label = no se usa
alias-of-itself = «{ $name }» ya es el nombre de la fila.
    .label = no dice nada nuevo

label-also-here = estos números ya están aquí
label-before = los números anteriores al hueco
label-always-holds = este se cumple siempre
label-on-the-way = forma parte de la cadena

help-beside-gain = los valores de una etiqueta van junto a `gain`: { $example }
help-default-is-fixed = lo que se deduce de otros rasgos es un rasgo con `is`, o una entrada de `formulas`
help-let-ends = lo que `let` llama «{ $name }» solo se conoce en su propia parte; en las otras, las funciones sin nombre leen los mismos dados: `highest()`, `sum()`
help-write = escribe, por ejemplo: { $example }
help-a-number = se admite un número: `{ $range }`
help-dice-behind-label = los dados que no son de ninguna prueba van solos tras la etiqueta: `etiqueta: { $dice }`
help-row-of = la fila de una tabla se escribe con su tabla: { $example }
help-meant = ¿querías decir uno de estos? { $names }
help-dice-are = los dados de este juego son: { $names }
help-inputs-are = pide: { $names }
help-open-name = si es un nombre propio del personaje, dale un valor: { $example }
help-compare = compáralo con algo: `x > 3` o `x = 0`
help-parentheses = si quieres comparar, escribe `==` o ponlo entre paréntesis: (x = 3)
help-rounding = escribe `rounding: down` (abajo), `rounding: up` (arriba) o `rounding: nearest` (al más cercano) al principio del juego
help-gap = si es a propósito, pon `gaps: yes` en la tabla; si no, mueve uno de los extremos
help-call-a-test = nombra la prueba que se tira y, entre paréntesis, lo que pide: prueba(7) vs 12
help-which-roll = escribe los dados que se leen dentro de los paréntesis: count(3d6, 6)
help-ask-a-number = pregunta por un número: `number: 1..9`
help-one-group-of-free-names = declara los dos como un solo grupo, o uno de ellos como etiqueta: puede haber varias etiquetas con `free names: yes`
too-many-suffixes = Detrás de estos dados hay demasiados sufijos: { $limit } como mucho.
    .label = demasiados sufijos
name-beyond-roll = { $count ->
    [one] La tirada de este juego tiene { $count } dado, y «{ $name }» no lo lee.
   *[other] La tirada de este juego tiene { $count } dados, y ninguno es el que lee «{ $name }».
}
    .label = no lee ningún dado

too-much-to-check = Comprobar este reglamento exige demasiado trabajo: pasa muchos papeles de una acción a otra, tiene intervenciones que se aplican en muchos lugares extensos, suma muchas veces grupos extensos de rasgos o lee muchas veces cómo termina cada lado de una tirada enfrentada. El límite es de { $limit } unidades de trabajo.
    .label = desde aquí, esto ya no se comprueba
free-names-twice = Solo un grupo de rasgos puede tener nombres que eligen los jugadores, y «{ $name }» sería el segundo.
    .label = segundo grupo de nombres libres
