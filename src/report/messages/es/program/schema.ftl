schema-of-ruleset = Un reglamento de tirada
schema-of-cases = Casos de tirada
schema-of-character = Un personaje de tirada
schema-of-pack = Un paquete de tirada

schema-whole-number = Aquí tiene que haber un número entero.
schema-brackets = A un paréntesis o corchete le falta su pareja. Si la fórmula lleva una coma, ponla entera entre comillas.
schema-such-as = Aquí tiene que haber algo como uno de estos: { $examples }

key-any-doc = Una línea que lo explica.
key-any-ask = Preguntas; cada una ve las respuestas anteriores.
key-any-need = Condiciones que tienen que cumplirse: a la izquierda, lo que se dice si no se cumplen.
key-any-roles = Quién participa: una lista de papeles, o cada papel con `one` o `many`.
key-any-steps = Lo que se hace, una cosa tras otra: cada paso con el nombre que le pongas.
key-any-group = Un nombre con el que las preguntas encuentran varios de estos.
key-any-gives = Cada nombre con su fórmula: lo que reúnen `sum`, `highest` y `lowest` de ese nombre.
key-any-values = Cada nombre con su fórmula.
key-any-like = De qué otro es una variante. Lo que se escribe aquí se le añade.
key-any-of = De quién es. Si se omite: del único papel.
key-any-with = Cada dato con su fórmula: lo que se pregunta, respondido aquí.
key-any-set = Respuestas y opciones: cada nombre con su valor.
key-any-dice = Las caras, en el orden en que caen.
key-any-expect = Lo que tiene que salir.
key-any-characters = Quiénes participan, por nombre; `table` es la mesa.
key-any-traits = Cada rasgo con su valor; los nombres propios, debajo de su grupo.
key-any-points = Cada clase de puntos con su número. Si se omite, los que hay al principio.
key-any-marks = Cada barra de casillas con sus marcas, y cuántas hay de cada una.
key-any-tags = Cada clase de etiqueta con `yes`, un nombre, valores, nombres con valores, o una lista de ellos.

key-ruleset-tirada = La versión del formato: siempre `1`. Tiene que estar en un archivo del reglamento.
key-ruleset-id = Su nombre para `-r` y `extends`: el de su carpeta o archivo.
key-ruleset-name = Cómo se llama en la mesa. Si se omite: su id.
key-ruleset-language = El idioma de sus palabras, y por tanto de las respuestas: `en`, `es`.
key-ruleset-doc = Una línea que lo explica.
key-ruleset-accent = El color de sus páginas: seis cifras hexadecimales, lo bastante oscuro para leerse sobre blanco. En las páginas oscuras sale más claro.
key-ruleset-rounding = Cómo redondean las divisiones. Sin esto no se puede dividir.
key-ruleset-dice = Los dados del juego, y lo que se lee en ellos.
key-ruleset-options = Preguntas a las que cada mesa responde por su cuenta, cada una con una respuesta por defecto.
key-ruleset-traits = Números y palabras de la hoja, y lo que se calcula a partir de ellos.
key-ruleset-tables = Todo lo que elige una fila: por nombre, por número, por intervalo.
key-ruleset-classes = Lo que puede ser un resultado además de éxito o fracaso: `[critical, fumble]`.
key-ruleset-formulas = Fórmulas con parámetros: `modifier(score): score / 2 - 5`.
key-ruleset-tests = Lo que se pregunta, se tira y se suma, y cómo puede acabar.
key-ruleset-vs = La prueba que se hace con un simple `E vs D`.
key-ruleset-times = Turnos, escenas, semanas: tiempo que pasa cuando alguien lo dice.
key-ruleset-points = Números que suben y bajan.
key-ruleset-tracks = Filas de casillas que se marcan.
key-ruleset-tags = Lo que alguien es, tiene o padece por un tiempo.
key-ruleset-actions = Lo que se puede hacer: listas de pasos.
key-ruleset-interventions = Lo que se puede hacer en mitad de una prueba o de una acción.
key-ruleset-require = Frases, cada una con la condición que debe cumplir todo personaje: `Se reparten 9 puntos como mucho: 9 >= cuerpo + oficio`.
key-ruleset-turns = Cómo actúan los personajes por turnos: qué acciones lo empiezan, los ordenan y lo acaban.
key-ruleset-templates = Personajes que el intérprete crea con `npc`: gente, animales, monstruos.

key-another-ruleset-extends = El id del reglamento del que este es una variante.
key-another-ruleset-change = Lo que es distinto, con los mismos nombres. Todo ello tiene que existir ya.
key-another-ruleset-remove = Lo que desaparece: una lista de rutas como `tables.Cielo.rows.Nube`.
key-another-ruleset-after = Junto a `rows`, `steps` o preguntas (`ask`) que se añaden: detrás de cuál van. Si no, al final.
key-another-ruleset-before = Junto a `rows`, `steps` o preguntas (`ask`) que se añaden: delante de cuál van. Si no, al final.

key-dice-d = Cuántas caras tienen `d`, `2d`…
key-dice-roll = Dados como `2d`: en los que se leen los nombres cuando no se tira otra cosa.
key-dice-names = Lo que se lee en una tirada, con nombres tuyos.
key-dice-compare = `count`: donde se escribe `10d10>=8` se cuentan los dados que lo cumplen; `total`: se compara su suma. Si se omite: `total`.
key-dice-d66 = `digits`: donde se escribe `d66` se leen dos dados como cifras; `die`: es un dado de 66 caras. Si se omite: `die`.
key-dice-others = `yes`: lo que se escribe puede estar en la notación de otros programas de dados: `d20adv`, `6x 4d6kh3`, `1d6[fuego]`, `/r 2d6`.

key-question-number = Un número entero: `0..10`, `1..`, `any`.
key-question-yes-no = Sí o no. El valor, si lo hay, es la respuesta por defecto.
key-question-one-of = Una de una lista de palabras.
key-question-row = Una fila de esa tabla.
key-question-cell = Una fila de esa tabla, que vale lo que su primera celda, o cualquier número. `[Tabla, columna]` nombra otra columna.
key-question-column = Una columna de esa tabla.
key-question-trait = Un rasgo de estos nombres o grupos, o un número.
key-question-points = Unos puntos de entre estos, o de estos grupos.
key-question-tag = Una etiqueta de esa clase, por su nombre, o `none`.
key-question-character = Un personaje, o `none`.
key-question-dice = Caras de la tirada, para `reroll`.
key-question-text = Texto libre.
key-question-default = Una fórmula; para `text`, palabras sin más; o `pending` y por qué. Si se omite, se pregunta.
key-question-optional = `yes`: puede quedarse sin respuesta; `answered(…)` dice si la tiene.
key-question-asked = `after roll`: se pregunta cuando ya se han tirado los dados, y solo donde algo lo lee.
key-question-doc = Una línea para quien responde.
key-question-by = Quién decide: un papel, o cualquier palabra.
key-question-of = El papel al que pertenece el rasgo, los puntos o la etiqueta; `any`, la etiqueta de cualquiera.
key-question-when = Una condición. Donde no se cumple vale la respuesta por defecto, y no se pregunta.

key-trait-free-names = `yes`: cada personaje pone los nombres, y tiene cuantos quiera.
key-trait-is = Una fórmula: se calcula, y nunca se escribe en la hoja.
key-formula-is = Una fórmula que da una de estas palabras: `if Fuerza > 7 then pesado else ligero`.
key-formula-one-of = Las palabras de las que la fórmula da una. Así se puede comparar con ellas, mostrarse y ser una fila de una tabla.

key-points-start = Una fórmula: cuántos hay al principio; o `pending` y por qué. Si se omite: 0.
key-points-min = Una fórmula, o `none`: lo menos que puede haber. Si se omite: 0.
key-points-max = Una fórmula. Lo que se gana se detiene ahí.
key-points-renew = Cada unidad de tiempo con una fórmula: cuántos quedan cuando pasa.
key-points-endless = Una condición. Mientras se cumple, no se quita ni se añade nada.
key-points-of = `table`: son de toda la mesa.
key-points-states = Lo que significan los puntos: el primer estado que se cumpla.
key-points-in-between = `yes`: también se entra, por su orden, en los estados que hay entre el anterior y el nuevo, y se sale de ellos.
key-turns-open = La acción que `begin` hace primero. Tiene un solo papel, para varios.
key-turns-order = La acción que pone en orden a los personajes con un paso `order`. Tiene un solo papel, para varios.
key-turns-end = La acción que hace `end`. Tiene un solo papel, para varios.
key-turns-acts = Una condición, vista desde cada personaje: si le toca turno. Si se omite, les toca a todos.
key-turns-round = El tiempo que pasa cuando todos han tenido su turno.
key-template-doc = Una línea que lo explica.
key-template-traits = Cada rasgo con su valor; en vez de un número puede haber dados, como `2d3`, que se tiran para cada personaje. Los grupos llevan nombres con sus valores.
key-template-tags = Como en la hoja de un personaje.
key-template-marks = Como en la hoja de un personaje.
key-template-points = Como en la hoja de un personaje.
key-points-internal = `yes`: de uso interno de las reglas. Las hojas y las listas solo los muestran con `--all`.

key-track-boxes = Una fórmula: cuántas casillas hay.
key-track-row = Una fórmula: cuántas dibuja la hoja en una fila. Si se omite: 20.
key-track-marks = Cada marca con su signo, la más leve primero.
key-track-overflow = Qué pasa con las marcas que no encuentran casilla: `worsen` convierte la más leve en la siguiente, `ignore` las olvida.
key-track-states = Lo que significan las marcas: el primer estado que se cumple.
key-track-in-between = `yes`: también se entra, por su orden, en los estados que hay entre el anterior y el nuevo, y se sale de ellos.

key-state-when = Una condición; en una barra de casillas, `lost`, `left`, `boxes` y las marcas son las suyas. El último estado no la necesita.
key-state-enter = La acción que se hace cuando empieza.
key-state-leave = La acción que se hace cuando acaba.
key-state-every = Cada unidad de tiempo con la acción que se hace mientras dura el estado.

key-tag-free-names = `yes`: cada una tiene su propio nombre.
key-tag-several = `yes`: un personaje puede tener más de una. Si no, la nueva ocupa el lugar de la vieja.
key-tag-internal = `yes`: de uso interno de las reglas. Las hojas y las listas solo la muestran con `--all`.
key-tag-values = Preguntas a las que cada etiqueta responde.
key-tag-cards = La convierte en un mazo. El nombre de cada carta con sus valores. Un nombre con valores entre llaves, como {"`{número} de {palo}`"}, equivale a una carta de cada; {"`Tormenta {1..3}`"} son tres.
key-tag-reshuffle = `yes`: cuando se acaba el mazo, se barajan los descartes. Si no, entonces no se puede robar.
key-tag-lasts = Una duración: `2 turno`, `(1d4) turno`, `turno`, `permanent`. Si se omite: `permanent`.
key-tag-every = Cada unidad de tiempo con la acción que se hace mientras un personaje la tiene.
key-tag-ends = La acción que se hace cuando se acaba su tiempo.

key-time-ends = Una unidad de tiempo, o una lista de ellas: lo que se cuenta en ella acaba cuando pasa esta.
key-time-passes = `24 hora`, o una lista: lo que pasa antes.

key-table-ordered = `yes`: sus filas son 1, 2, 3…, y se puede contar por ellas.
key-table-uses = `dice`: sus celdas leen la tirada.
key-table-given = Nombres de números que una celda necesita además.
key-table-columns = Una lista de nombres, o cada nombre con la clase de sus celdas. Si se omite: una celda por fila.
key-table-cells = Lo que son todas las celdas. Si se omite: `formula`; con `dice` o en una lista, `text`.
key-table-find = `desde..hasta` o `desde..`: las columnas por las que un número encuentra su fila.
key-table-outside = Lo que encuentra un número más allá de la última fila: la más cercana (`nearest`) o un error (`error`).
key-table-gaps = `yes`: los intervalos pueden saltarse números.
key-table-also = Otros nombres, cada uno con su fila.
key-table-rows = Cada nombre con sus celdas, o una lista de celdas, una por resultado de los dados.
key-table-from = Cada número con sus celdas: vale la última fila alcanzada.
key-table-ranges = Cada intervalo (`3..5`, `..2`, `6..`) con sus celdas.
key-table-dice = Lo que se tira al usar la tabla por su nombre: `2d6`, `d100`, `d66`, `d66 sorted`.
key-table-again = Hasta qué profundidad pueden llevar sus filas a la propia tabla.

key-cell-row = La tabla de la que cada celda nombra una fila.
key-cell-column = La tabla de la que cada celda nombra una columna.
key-cell-pending = En lugar de un valor que el libro no da: por qué. Se pregunta.
key-cell-say = Un texto; las fórmulas van entre llaves.
key-cell-lose = Lo que se pierde: puntos o rasgos con su fórmula, o etiquetas.
key-cell-do = Una acción que se hace.
key-cell-as = Cada papel de esa acción con quien lo hace.
key-cell-steps = Pasos, en lugar de todo eso.

key-test-ask = Preguntas: sus datos.
key-test-against = El dato que rellena `vs`.
key-test-roll = Dados, o varias tiradas con nombre. Si se omite: los del juego.
key-test-total = Una fórmula.
key-test-margin = Por cuánto se supera o se falla: una fórmula, o `none`. Si se omite: el total menos aquello frente a lo que se muestra.
key-test-shown-against = Frente a qué se muestra el total: una fórmula, o `none`. Si se omite: aquello con lo que se compara.
key-test-show = Valores que se muestran con el resultado.
key-test-outcomes = Cómo puede acabar: el primer resultado que se cumple.
key-test-opposed = Cómo se comparan dos lados. Sin esto no puede ser enfrentada.

key-outcome-when = Una condición. El último resultado no la necesita.
key-outcome-is = Un éxito (`success`) o un fracaso (`failure`), y cualquiera de las clases (`classes`) del reglamento: `[success, critical]`. Si se omite: ninguno de los dos.
key-outcome-values = Fórmulas que solo tiene este resultado.

key-opposed-compare = Fórmulas: gana quien tenga más; la siguiente deshace el empate. Si se omite: el total.
key-opposed-tie = Quién gana un empate; o cada una de estas palabras con su condición: vale la primera que se cumple. Si se omite: `nobody`.
key-opposed-outcomes = Cómo se llaman ganar, perder y empatar.
key-opposed-outcomes-win = Cómo se llama que gane el lado izquierdo.
key-opposed-outcomes-lose = Cómo se llama que pierda el lado izquierdo.
key-opposed-outcomes-tie = Cómo se llama un empate.
key-tie-when = Una condición. El último no la necesita.

key-action-every = Cada unidad de tiempo con una condición: la acción se hace sola para cada personaje que la cumple. Una acción así tiene un solo papel.
key-action-internal = `yes`: solo la usan otras acciones. Las listas solo la muestran con `--all`.
key-action-tells = Un texto con fórmulas entre {"`{ }`"}, o varios: la línea que ve la mesa cuando se hace. Vale el primero cuyas etiquetas tienen todas valor; si no hay ninguno, la línea sale de los papeles, las tiradas y el resultado.

key-intervention-after = Una prueba, una `acción.etiqueta`, o una lista de estas: tras cuál se puede hacer.
key-intervention-before = Una prueba, una `acción.etiqueta`, o una lista de estas: antes de cuál se puede hacer.
key-intervention-settled = El nombre que recibe aquí la tirada, con una prueba o una lista de ellas: se hace sola siempre que se tira una de ellas, o una hecha a partir de ella con `like`, tras la última intervención.
key-intervention-roller = En una prueba: el nombre que recibe aquí quien tiró los dados.
key-intervention-when = Una condición: si ahora es posible.
key-intervention-must = Una condición: entonces se hace sin preguntar, salvo que no se pueda pagar.

key-gain-name = Cómo se llama la etiqueta: un texto.

key-character-tirada-character = La versión del formato: siempre `1`.
key-character-name = Su nombre. Si se omite: el del archivo.
key-character-table = `yes`: el archivo guarda lo que es de la mesa.
key-character-ruleset = El id del juego. Si se omite, lo da `-r`.
key-character-of-a-case-like = De quién es una copia; `no` quita una etiqueta.
key-tag-of-a-character-for = Cuánto dura: `2 turno`, `permanent`.
key-tag-of-a-character-until = Una condición: entonces se acaba.

key-cases-tirada-cases = La versión del formato: siempre `1`.
key-cases-ruleset = El id del juego.
key-cases-cases = Ejemplos resueltos, cada uno con su nombre.
key-case-source = Dónde lo dice el libro.
key-case-roll = Lo que se tira.
key-case-each = Fórmulas con su valor, todas con los mismos dados.
key-case-steps = Una lista de lo que se hace.
key-case-with = Rasgos de quien tira.
key-case-step-do = La acción que se hace.
key-case-step-pass = El tiempo que pasa.
key-case-step-roll = Lo que se tira.
key-case-step-as = Quién hace cada papel, o quién hace el único.
key-case-step-choose = Respuestas y opciones, como `set`.
key-case-step-interventions = Lo que se hace en medio, en este orden: un nombre, o un nombre con sus papeles y respuestas.
key-case-step-expect = Fórmulas con el valor que tienen al acabar. Con `error` no ha pasado nada.
key-case-intervention-at = La etiqueta del paso o de la tirada, o quién tira. Si no, el lugar siguiente.

key-pack-tirada-pack = La versión del formato: siempre `1`.
key-pack-id = El nombre de su carpeta: a–z, 0–9 y `-`.
key-pack-version = Tres números: `1.0.0`.
key-pack-name = Cómo se llama. Si se omite: el id.
key-pack-authors = Sus autores.
key-pack-licence = La licencia con la que se distribuye.
key-pack-language = En qué idioma están sus palabras.
key-pack-needs = Ids de paquetes, de reglamentos incluidos en el programa, o `tirada`, cada uno con sus versiones: `^1.2`, `any`.

expected-total = El total de la prueba.
expected-value = Lo que sale.
expected-outcome = El nombre del resultado.
expected-success = `yes` o `no`.
expected-margin = Cuánto pasa el total de aquello con lo que se compara; si no llega, es negativo.
expected-against = Aquello con lo que se compara el total.
expected-faces = Las caras que valen al final.
expected-comment = Lo que va detrás de `#`.
expected-error = El código del error. Entonces no ha pasado nada.
expected-said = Lo que se dice.

cli-schema = Escribe un JSON Schema: lo que un editor necesita para ayudar con un archivo
cli-schema-ruleset = El reglamento cuyos nombres conoce: un id o una ruta; sin esto, solo el formato
cli-schema-sort = Lo que describe: un reglamento, que es lo habitual, casos, un personaje o un paquete
cli-schema-write = Lo escribe en `.tirada` dentro de esta carpeta; sin --for, uno para cada cosa
cli-schema-force = Sobrescribe también archivos que no sean esquemas hechos con tirada
schema-written =
    Escrito: { $path }, para los archivos de { $folder } con esta línea:
    { $line }

key-translation-tirada-translation = La versión del formato: siempre `1`.
key-translation-ruleset = El id del reglamento que traduce.
key-translation-language = El idioma al que traduce: `en`, `es`.
key-translation-name = Cómo se llama el juego en ese idioma.
key-translation-doc = La línea sobre el juego, en ese idioma.
key-translation-dice = Cómo se llama cada nombre de los dados.
key-translation-options = Cómo se llama cada opción, o todo lo que se dice de ella.
key-translation-traits = Cómo se llama cada rasgo, o todo lo que se dice de él.
key-translation-points = Cómo se llama cada clase de puntos, o todo lo que se dice de ella.
key-translation-tracks = Cómo se llama cada barra de casillas, o todo lo que se dice de ella.
key-translation-tags = Cómo se llama cada clase de etiqueta, o todo lo que se dice de ella.
key-translation-times = Cómo se llama cada unidad de tiempo.
key-translation-formulas = Cómo se llama cada fórmula, o todo lo que se dice de ella.
key-translation-tables = Cómo se llama cada tabla, o todo lo que se dice de ella.
key-translation-tests = Cómo se llama cada prueba, o todo lo que se dice de ella.
key-translation-actions = Cómo se llama cada acción, o todo lo que se dice de ella.
key-translation-interventions = Cómo se llama cada intervención, o todo lo que se dice de ella.
key-translation-templates = Cómo se llama cada plantilla, o todo lo que se dice de ella.
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

key-step-when = Una condición. Donde no se cumple, el paso se salta.
key-step-value = Una fórmula.
key-step-ask = Una pregunta.
key-step-roll = La prueba que se tira.
key-step-on = Tras una prueba, los pasos de cada resultado, `success` o `failure`; tras un enfrentamiento, los de cada papel o `tie`; con casillas, la barra de casillas.
key-step-seen = Pasos que se hacen al ver los dados, antes de que nadie intervenga.
key-step-oppose = La prueba en la que se enfrentan dos papeles.
key-step-sides = Dos papeles, izquierdo y derecho, o cada papel con sus datos.
key-step-do = Otra acción.
key-step-as = En una acción: cada uno de sus papeles con uno de los de aquí, o solo uno de los de aquí, o `nobody`. Con casillas: qué marca.
key-step-first = Pasos, de los que solo se hace el primero cuyo `when` se cumple.
key-step-each = `uno: muchos`: para cada uno de los que comparten un papel.
key-step-repeat = Cuántas rondas se hacen sus pasos; con `until`, como mucho. La etiqueta las cuenta.
key-step-gain = Puntos o rasgos con su fórmula, etiquetas con su duración o nombre; o una etiqueta, o una lista de ellas.
key-step-to = Quién lo recibe. Si se omite: el único papel.
key-step-for = Cuánto dura una etiqueta: `2 turno`, `permanent`. Si se omite: lo que dice su clase.
key-step-until = De una etiqueta: una condición sobre quien la tiene; entonces se acaba. De `repeat`: una condición; cuando se cumple, no hay más rondas.
key-step-draw = El mazo del que se roba una carta al azar. El nombre del paso es la carta.
key-step-number = Cuántas cartas se roban. El nombre del paso es entonces este número.
key-step-discard = El nombre de un paso que tiene una carta, o un mazo: todas las que tiene el personaje. Quedan sobre la mesa.
key-step-shuffle = El mazo al que vuelven sus descartes.
key-step-lose = Puntos o rasgos con su fórmula; o etiquetas, o el nombre de un paso que tiene una.
key-step-pay = Puntos con su fórmula.
key-step-from = Quién paga; de casillas, qué marca se quita.
key-step-mark = Cuántas casillas se marcan.
key-step-heal = Cuántas marcas se quitan, o `all`.
key-step-set = Pasos, `etiqueta.valor`, puntos o rasgos, cada uno con su fórmula.
key-step-effects = Una celda de efectos: `Tabla[fila]`.
key-step-say = Un texto; las fórmulas van entre llaves.
key-step-stop = Un texto: lo dice y acaba esta acción. Lo hecho queda.
key-step-fail = Un texto: lo dice, y no ha pasado nada.
key-step-order = Un papel de varios personajes, que se ordenan.
key-step-by = Quién tira. Al ordenar: fórmulas; quien tiene más va antes.
key-step-ties = La acción de quienes empatan. Si no, se quedan como están.
key-step-reroll = La respuesta de una pregunta de `dice`, o `all`: se repiten.
key-step-keep = Qué tirada cuenta: `new` (lo último que salió), `better` o `worse` (primero el resultado, luego el margen).
key-step-change = Datos de la prueba en curso, con su fórmula.
key-step-showing = Solo se repiten los dados que marcan un número de este intervalo: `2..5`.
