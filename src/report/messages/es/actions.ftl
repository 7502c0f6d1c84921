# Comments on parts of these files are in those of the same names in ../en.
whose-name = Falta decir de quién es «{ $name }».
    .label = ¿de quién?
given-to-another = «{ $name }» no es un rasgo ni unos puntos de quien tira, y aquí solo se da valor a eso.
given-unread = Se ha dado un valor a «{ $name }», y aquí nada lo lee.
step-of-whom = Participan varios personajes, y este paso no dice a cuál de ellos se refiere.
    .label = ¿a quién?
step-of-many = «{ $name }» son varios personajes, y este paso no dice a cuál de ellos se refiere.
    .label = ¿a quién?
question-of-whom = Participan varios personajes, y esta pregunta no dice a cuál de ellos se refiere.
    .label = ¿de quién?
nobody-takes-part = Esta acción no tiene papeles, así que esto no puede referirse a ningún personaje.
    .label = ¿a quién?
unknown-role = Aquí no hay ningún papel llamado «{ $name }».
    .label = no existe ese papel
one-of-many = «{ $name }» son varios personajes, y aquí hace falta uno; con `each` se hace algo con cada uno.
    .label = varios personajes
not-many = «{ $name }» es un solo personaje, y aquí hacen falta varios, como en {"`roles: {todos: many}`"}.
    .label = solo uno
which-role = La acción «{ $action }» tiene varios papeles, y falta decir cuál es el de «{ $name }».
    .label = ¿qué papel?
done-by-a-role = «{ $name }» es un papel de esta acción, y `by` en una acción es la palabra para alguien que no lleva personaje.
    .label = un papel
role-missing = Falta decir quién es quién en «{ $action }»: { $names }.
    .label = falta alguien
every-needs-one-role = «{ $name }» ocurre aquí sin que nadie lo pida, así que tiene que tener exactamente un papel.
    .label = ¿para quién?
state-of-table-needs-no-role = Estos puntos son de la mesa, así que «{ $name }» no le ocurre aquí a ningún personaje y no puede tener papeles.
    .label = le ocurre a la mesa

unknown-action = No hay ninguna acción llamada «{ $name }».
    .label = no existe esa acción
unknown-step = La acción «{ $action }» no tiene ningún paso llamado «{ $name }».
    .label = no existe ese paso
hides-name = «{ $name }» ya es un nombre de la prueba «{ $test }», y aquí los dos querrían decir algo.
    .label = hace falta otro nombre
not-thrown-yet = Antes de «{ $test }» aún no hay dados en la mesa{ $name ->
        [reroll] , así que no se puede volver a tirar ninguno.
       *[other] : «{ $name }» no se conoce.
    }
    .label = todavía no se conoce
help-after-the-dice = `after: { $test }` se aplica cuando los dados ya están en la mesa
hook-needs-step = «{ $name }» es una acción, y falta decir cuál de sus pasos: `{ $name }.paso`.
    .label = ¿qué paso?
unknown-question = La acción «{ $action }» no pide «{ $name }».
    .label = no se pide
not-in-a-test = Las preguntas de una prueba no llevan `{ $key }`: { $key ->
    [when] se hacen solo donde una fórmula las lee, así que la condición va ahí.
   *[other] las responde quien tira, sobre lo suyo.
 }
    .label = aquí no sirve
when-without-default = Esta pregunta no se hace siempre, así que necesita un `default` para cuando no se hace, o `optional: yes`.
    .label = ¿y si no?
may-be-unanswered = Aquí se lee «{ $name }», pero puede quedarse sin respuesta.
    .label = puede no tener respuesta
help-guard-answer = léela solo donde la tenga: `if answered({ $name }) then … else …`, o `when: answered({ $name }) and …`; con `when: not answered({ $name })` en un resultado anterior quedan cubiertos los demás casos
always-answered = «{ $name }» siempre tiene respuesta: esto siempre es `yes`.
    .label = siempre sí
help-make-optional = con `optional: yes`, la pregunta «{ $name }» puede quedarse sin respuesta
answered-of-what = `answered( )` lleva el nombre de una pregunta.
    .label = no es una pregunta
asked-too-early = { $why ->
    [read] Esto se pregunta después de una tirada, y hace falta antes de que se tire nada.
    [never] Esto se pregunta después de una tirada, y la acción no tira nada.
   *[there] Aquí ya se pregunta en su momento: `asked` solo va en el `ask` de una acción.
  }
    .label = demasiado pronto
label-read-here = se lee aquí
optional-anyway = { $why ->
    [dice] Los dados no necesitan `optional`: nadie está obligado a elegir ninguno.
    [asked] Lo que se pregunta después de la tirada se pregunta solo donde hace falta: no puede llevar además `optional`.
   *[default] Una pregunta con valor por defecto siempre tiene respuesta: no puede llevar además `optional`.
  }
    .label = no van juntos
two-defaults = El valor de `yes no` ya es el valor por defecto: escríbelo ahí, o deja `yes no` vacío.
    .label = un segundo valor por defecto
unknown-label = Aquí no hay nada llamado «{ $name }» a lo que dar otro valor.
    .label = no hay nada que cambiar
amount-below-zero = Una cantidad de «{ $name }» menor que cero no hace nada.
    .label = siempre menor que cero
change-without-effect = { $dice ->
    [same] «{ $name }» se cambia por el valor que ya tiene, y eso no hace nada.
    [yes] Cambiar «{ $name }» con los dados ya en la mesa no hace nada: ya se han tirado, y no influye en nada más que pueda cambiarlos.
    [again] Cambiar «{ $name }» aquí no hace nada: los dados ya se han repetido, y el cambio solo decide lo que se tira después.
   *[no] Cambiar «{ $name }» aquí no hace nada: ya nada lo lee.
    }
    .label = sin efecto
help-change-before = cámbialo antes de tirar, con `before`, o cambia algo que lea el total o un resultado
help-change-first = pon el `change` antes del `reroll`
set-without-effect = { $place ->
    [none] Dar aquí otro valor a «{ $name }» no cambia nada
   *[other] Dar otro valor a «{ $name }» en «{ $place }» no cambia nada
    }: { $anew ->
    [yes] otro paso vuelve a dárselo antes de que se lea.
   *[no] después ya no se lee.
    }
    .label = sin efecto
label-takes-hold = se aplica aquí
help-set-anew = cámbialo después del paso que le da su valor
help-set-before = el último paso que lo lee es «{ $step }»: cámbialo antes, con `before`, o haz que lo lea un paso posterior
help-set-nothing-reads = haz que lo lea un paso posterior, o quita el cambio
label-cannot-be-set = «{ $name }» no tiene un valor propio que se pueda cambiar.
    .label = no es un valor
label-too-early = Aquí «{ $name }» aún no tiene valor: el paso que se lo da está más abajo.
    .label = demasiado pronto
label-without-value = { $what ->
    [many] «{ $name }» son varios personajes; con `each` se hace algo con cada uno.
    [roll] «{ $name }» es una tirada: di qué se lee de ella.
    [contest] «{ $name }» es una tirada enfrentada: di qué se lee de ella.
    [action] «{ $name }» es otra acción: di cuál de sus pasos se lee.
    [side] «{ $name }» es un lado de una tirada enfrentada que no lleva ningún personaje: di qué se lee de esa tirada.
   *[nothing] «{ $name }» es un paso sin valor.
}
    .label = no es un valor
label-of-two-kinds = «{ $name }» ya tiene más arriba un valor de otra clase (un número, un texto, una fila…), y tiene que ser siempre de la misma.
    .label = de otra clase
unknown-outcome = { $several ->
        [yes] Ninguna de las pruebas { $test } tiene un resultado llamado «{ $name }».
       *[no] La prueba «{ $test }» no tiene ningún resultado llamado «{ $name }».
    }
    .label = no existe ese resultado
unknown-side = «{ $name }» no es ninguno de los dos lados, ni tampoco `tie` (empate).
    .label = ninguno de ellos
only-in-a-test = `{ $verb }` solo puede ir en una intervención que se hace en una prueba, como `after: prueba`.
    .label = aquí no hay prueba
not-an-answer-of-dice = «{ $name }» no dice qué dados se repiten: no pregunta por dados.
    .label = no son dados
actions-in-a-circle = Estas acciones se llaman unas a otras sin fin: { $path }.
    .label = empieza y acaba aquí
times-in-a-circle = Cada una de estas unidades de tiempo acaba o hace pasar la siguiente, sin fin: { $path }.
    .label = empieza y acaba aquí

nothing-to-gain = «{ $name }» no se puede ganar ni perder: no son puntos, ni un rasgo, ni una etiqueta.
    .label = desconocido
track-is-marked = «{ $name }» es una barra de casillas: sus casillas se marcan con `mark: 2` y se liberan con `heal: 2`, en los dos casos con `on: { $name }`.
    .label = una barra de casillas
amount-not-a-number = La cantidad de «{ $name }» tiene que ser un número o una fórmula.
    .label = ¿cuánto?
trait-is-derived = «{ $name }» se calcula a partir de otros valores, así que no se puede cambiar.
    .label = se calcula
gain-needs-name = Cada «{ $kind }» lleva un nombre propio, y aquí falta.
    .label = ¿cómo se llama?
tag-has-no-name = «{ $kind }» no lleva nombres propios, así que no se le puede dar uno; aquí puede ir cuánto dura.
    .label = no lleva nombre
card-gained = «{ $kind }» es una carta, así que no se gana: se roba con `draw: { $kind }`.
    .label = se roba, no se gana
not-a-deck = «{ $name }» no es un mazo: un mazo es una etiqueta con cartas (`cards`).
    .label = no es un mazo
not-counted = { $why ->
    [several] Un personaje puede tener varias «{ $name }»: di cuál con el nombre de un paso o de una respuesta, como `{"{"}tag: { $kind }{"}"}`.
   *[none] «{ $kind }» no se cuenta: `counted` nombra el valor que dice cuánto hay.
}
    .label = ¿cuánto de qué?
given-away = Solo se dan etiquetas; «{ $name }» se pasa con `pay`.
    .label = no es una etiqueta
counted-by-number = «{ $name }» no es un número entre los valores de esta etiqueta.
    .label = no existe ese número
not-a-card = «{ $name }» no es una carta: escribe el nombre de un paso o de una pregunta que tenga una, o el de un mazo.
    .label = no es una carta
cards-without-end = «{ $name }» no tiene una lista cerrada de valores, así que sus cartas no se pueden enumerar: entre llaves va un intervalo como `1..3`, o un valor que sea un número con los dos extremos (`number`), o bien `one of`, `yes no` o `row`.
    .label = ¿cuántas cartas?
too-many-cards = { $of ->
    [all] Todos los mazos juntos tienen como mucho { $limit } cartas.
   *[one] Un mazo tiene como mucho { $limit } cartas.
}
    .label = demasiadas
lasts-twice = { $name ->
        [none] La duración se indica dos veces: con `{ $first }` y con `{ $second }`.
       *[other] La duración de «{ $name }» se indica dos veces: aquí y con `{ $first }`.
    }
    .label = ¿cuál de las dos?
which-track = Falta decir en qué barra de casillas.
    .label = ¿en qué barra?
no-tracks = Este juego no tiene barras de casillas, así que no hay casillas que marcar ni liberar.
    .label = ¿en qué barra?
effects-need-cell = Detrás de `effects` va una celda que dice lo que se hace: `Tabla[fila, columna]`, de una columna declarada como `effects`.
    .label = no es una celda de efectos
effects-where-value = Esta celda dice lo que se hace y no tiene valor; un paso con `effects` hace lo que dice.
    .label = no es un valor

track-needs-dot = «{ $name }» es una barra de casillas: di qué se lee de ella.
    .label = ¿qué se lee?
nobody-has = Los personajes no tienen nada llamado «{ $name }».
    .label = desconocido
has-no = «{ $of }» no tiene nada llamado «{ $name }» que se pueda leer.
    .label = desconocido
nothing-behind-dot = «{ $name }» ya es un valor: con un punto no se puede leer nada de él.
    .label = detrás no hay nada
call-not-of-somebody = Con paréntesis, de un personaje solo se leen `count` (de una etiqueta), `sum`, `highest` o `lowest` (de lo que dan etiquetas y estados) y las `formulas`, no «{ $name }».
    .label = esto no
not-of-somebody = Detrás del punto de un personaje va el nombre de algo que tiene.
    .label = no es un nombre
tag-value-by-name = Para elegir qué etiquetas «{ $kind }» se cuentan, compara sus valores: el nombre de un valor, un signo (`=`, `!=`, `>=`…) y aquello con lo que se compara.
    .label = ¿qué valor?
character-expected = Aquí hace falta un personaje, y esto es otra cosa.
    .label = no es un personaje
character-where-number = Esto es un personaje, y hace falta un número.
    .label = un personaje
tag-where-number = Esto es una etiqueta, y hace falta un número.
    .label = una etiqueta
not-a-tag = Aquí hace falta una etiqueta, y esto es otra cosa.
    .label = no es una etiqueta
not-points = Aquí hace falta el nombre de unos puntos, y esto es otra cosa.
    .label = no son puntos
not-a-time = Aquí hace falta una unidad de tiempo, y esto es otra cosa.
    .label = no es una unidad de tiempo
not-words = Aquí hace falta un texto, y esto es otra cosa.
    .label = no es un texto
words-without-row = En la tabla «{ $table }» faltan filas para algunas de estas palabras: { $names }.
    .label = no siempre es una fila
words-without-column = En la tabla «{ $table }» faltan columnas para algunas de estas palabras: { $names }.
    .label = no siempre es una columna
unknown-trait-or-group = No hay ningún rasgo ni grupo de rasgos llamado «{ $name }».
    .label = no existe ese rasgo

unreachable-state = Nunca se llega al estado «{ $name }»: el anterior se cumple siempre.
    .label = nunca se llega
last-state-has-when = «{ $name }» es el último estado de «{ $track }» y no puede llevar `when`: siempre tiene que cumplirse alguno.
    .label = ¿y si no es así?
settled-alone = Una regla con `settled` se aplica sola, tras la última intervención: no puede llevar además `{ $key }`.
    .label = con `settled`, no
no-state-between = No puede haber estados intermedios: hay menos de tres.
    .label = ¿entre cuáles?
given-never-gathered = Ninguna fórmula recoge «{ $name }», así que darlo no sirve de nada: alguna tiene que decir `sum({ $name })`, `highest({ $name })` o `lowest({ $name })`.
    .label = no se usa
gathered-never-given = Ninguna etiqueta ni estado da «{ $name }».
    .label = nada lo da

dice-before-a-roll = En esta acción aún no se ha tirado ninguna prueba de la que leer dados.
    .label = ¿qué dados?
dice-of-which-roll = En esta acción se tiran varias pruebas, y falta decir de cuál se leen los dados.
    .label = ¿qué dados?
dice-in-a-condition = En una condición o en un `default` no se pueden tirar dados: tíralos antes en un paso aparte y usa su valor.
    .label = aquí no hay dados

help-say-who-rolls = di quién tira, con `soy` (en los casos, `as`): { $names }
help-second-side-of = en `vs`, el lado derecho solo es de un personaje si lo nombra; escribe de quién es: { $names }
help-one-of = escribe uno de estos: { $names }
help-new-step = un valor nuevo no necesita `set`: escríbelo como un paso aparte, `nombre: fórmula`
help-role-step = antes, dale un nombre a ese personaje en un paso aparte, `quién: { $text }`, y escribe `quién` aquí
value-before-dice = «{ $name }» depende de los dados, así que no puede decidir cuáles se tiran.
    .label = todavía no se conoce
help-value-in-roll = aquí solo valen los valores que no leen dados

# Turnos y plantillas.
turns-need-many = «{ $name }» se hace para varios personajes a la vez, así que necesita un solo papel, para varios: {"`roles: {todos: many}`"}.
    .label = no es un papel para varios
orders-nobody = «{ $name }» no tiene ningún paso `order`, así que no pone a nadie en orden.
    .label = no ordena a nadie
turn-of-nothing = Se dice que se cuenta en los turnos de «{ $name }», pero aquí nada dura un número de turnos: ningún `for` ni `lasts` está en un tiempo que `turns` nombre como `starts` o `ends`.
    .label = nada que contar
turn-passes = «{ $name }» pasa solo para un personaje, en su turno, así que en ese tiempo no puede pasar otro: no puede llevar `passes`.
    .label = el tiempo de un turno
round-of-turns = «{ $turn }» ya pasa en cada turno, así que «{ $name }», el tiempo de la ronda, no puede ni acabarlo ni hacerlo pasar otra vez.
    .label = contiene { $turn }
