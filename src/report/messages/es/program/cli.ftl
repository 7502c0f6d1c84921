cli = Tira los dados de cualquier juego de rol cuyas reglas sean datos.
cli-usage = Uso:
cli-usage-options = [OPCIONES]
cli-usage-command = [ORDEN]
cli-usage-default = {"["}por defecto:
cli-commands = Órdenes
cli-command = ORDEN
cli-arguments = Argumentos
cli-options = Opciones
cli-after =
    Sin orden se abre el intérprete. Códigos de salida: 0, todo bien; 1, está mal lo que
    se pide (una expresión, un reglamento, unos dados, un caso); 2, está mal la línea de
    órdenes; 3, no se puede leer o escribir un archivo; 4, lo que se mandó al
    intérprete por una tubería acabó con cambios sin guardar.
cli-any-help = Muestra esta ayuda
cli-any-version = Muestra la versión
cli-any-lang = Idioma de los mensajes: en o es
cli-any-sandbox = Para desconocidos, como detrás de un bot: solo tiradas y probabilidades, sin archivos y con un décimo del trabajo
cli-any-color = Cuándo usar color
cli-any-ruleset = El reglamento: un id de los que muestra `tirada list`, o la ruta de un archivo o carpeta
cli-any-seed = La semilla: la misma semilla da los mismos dados
cli-any-ignore_lock = Juega aunque algo no coincida con tirada.lock
cli-any-format = Cómo se escribe el resultado
cli-roll = Tira una expresión
cli-roll-expression = Qué se tira, por ejemplo "mM+2" o "C+7 vs 12"; varias tiradas, separadas por `;`; `-` lo lee de la entrada estándar
cli-roll-dice = Los dados que han salido, en orden: 10,5,1; con --seed se tiran los que falten
cli-roll-times = Número de tiradas; con --seed, la primera usa esa semilla y cada una de las demás, la siguiente
cli-roll-with = El archivo de un personaje, que es quien tira (más archivos: quién más está, y se lee como Nombre.rasgo), o NOMBRE=VALOR, un rasgo o unos puntos de quien tira; se puede repetir
cli-roll-set = Un dato de la prueba o una opción del reglamento; se puede repetir
cli-roll-explain = Muestra todos los pasos
cli-roll-json = Lo mismo que --format json
cli-odds = Calcula la probabilidad exacta de cada resultado de una expresión
cli-odds-expression = Qué se calcula, por ejemplo "mM+2" o "C+7 vs 12". Detrás de `vs`, un intervalo, "C+5 vs 8..32", o el nombre de una tabla da una fila por valor. `-` lee una expresión de la entrada estándar
cli-odds-more = Más expresiones, una al lado de otra; la que empieza por un signo menos va la primera, o detrás de `--`
cli-odds-rulesets = El reglamento: un id de los que muestra `tirada list`, o la ruta de un archivo o carpeta; si hay varios, uno al lado de otro, con la diferencia
cli-odds-base = Pone al lado el reglamento que extiende, con la diferencia
cli-odds-with = El archivo de un personaje, que es quien tira (más archivos: quién más está, y se lee como Nombre.rasgo), o NOMBRE=VALOR, un rasgo o unos puntos de quien tira; se puede repetir
cli-odds-set = Un dato de la prueba o una opción del reglamento; se puede repetir
cli-odds-over = Una fila por cada valor de un dato, una opción, un rasgo o un nombre propio: NOMBRE=0..15, NOMBRE=8..32/4 (de cuatro en cuatro), NOMBRE=1,3,5, o NOMBRE=TABLA para sus filas; se puede dar dos veces
cli-odds-acts = Qué se hace, en vez de una expresión: el nombre de una acción, solo o seguido de sus respuestas, "atacar Ada Bruno"; se puede repetir
cli-odds-times = Una unidad de tiempo que pasa, en este punto entre las acciones; se puede repetir
cli-odds-cast = Quién hace cada papel de las acciones; se puede repetir
cli-odds-choose = Una decisión, o una intervención con sus respuestas; se puede repetir
cli-odds-policy = Una intervención que solo se hace si se cumple una condición: "forzar: total <= 11"; se puede repetir
cli-odds-best = Toma las decisiones que más convienen para esto: "success", "margin" o cualquier fórmula sobre el resultado. Sin --choose, sobre todas las intervenciones
cli-odds-turns = Número de turnos; en cada uno ocurre todo una vez
cli-odds-track = Una etiqueta que se sigue de un turno a otro aunque haya muchos estados; se puede repetir
cli-odds-after = Los dados que han salido, "7,4,1": qué haría con ellos cada intervención, la mejor primero. Tira el personaje del primer archivo de `--with`. Con --do: todos los que han salido hasta ahora en la acción
cli-odds-simulate = Toma este número de muestras en vez de recorrerlo todo; Ctrl-C se queda con las que haya
cli-odds-seed = La semilla de las muestras, para volver a obtener lo mismo
cli-odds-depth = Cuántas explosiones de un dado se siguen
cli-odds-at_least = Lee cada valor como «este o más»
cli-odds-at_most = Lee cada valor como «este o menos»
cli-odds-margin = Muestra también todos los márgenes
cli-odds-all = Muestra también los valores improbables de los extremos y lo que es de uso interno de las reglas
cli-odds-plain = Dibuja solo con caracteres ASCII
cli-odds-format = Cómo se escriben las probabilidades
cli-odds-json = Lo mismo que --format json
cli-do = Hace una acción del juego: un ataque, una recuperación…
cli-do-action = La acción; sin ella, enumera las que hay
cli-do-cast = Quién hace cada papel, con el archivo del personaje; se puede repetir. Solo el archivo si hay un único papel; `table=ARCHIVO` para lo que es de la mesa
cli-do-with = El archivo de otro personaje que está presente, sin papel; se puede repetir
cli-do-set = La respuesta a una pregunta, o una opción del reglamento; se puede repetir
cli-do-choose = Una decisión, NOMBRE=VALOR; o una intervención: su nombre y lo que pide, como "empujar dados=4,1 manía=Suerte", o más corto "empujar 4 1 Suerte". Los nombres con espacios solo necesitan «» si se pueden confundir; `at=ETIQUETA` dice en qué paso. Se puede repetir: van en ese orden
cli-do-dice = Los dados que han salido, en orden: 10,5,1; con --seed se tiran los que falten
cli-do-write = Guarda lo que cambia en los archivos de los personajes: todo o nada
cli-do-explain = Muestra todos los pasos
cli-do-json = Lo mismo que --format json
cli-sheet = Muestra las hojas de personajes
cli-sheet-files = Archivos de personajes, o de la mesa
cli-sheet-all = Muestra también los ceros y lo que es de uso interno de las reglas
cli-sheet-json = Lo mismo que --format json
cli-list = Enumera los reglamentos que se pueden usar
cli-show = Muestra un reglamento, o una tabla, prueba, rasgo u opción suya
cli-show-ruleset = El reglamento: un id o una ruta
cli-show-name = Qué se muestra; sin esto, todo
cli-show-all = Enumera también lo que es de uso interno de las reglas
cli-check = Comprueba reglamentos, casos, personajes y paquetes, e informa de todos los errores
cli-check-paths = Archivos y carpetas
cli-check-format = Cómo se escribe lo encontrado
cli-completions = Escribe el autocompletado de un intérprete de órdenes
cli-names = Enumera nombres, para completar
cli-names-kind = Qué se enumera
cli-names-ruleset = El reglamento
cli-names-words = Las palabras de una línea de órdenes que van delante de la que se completa
cli-completions-shell = El intérprete de órdenes
cli-man = Escribe la página de manual
cli-man-dir = Escribe en esta carpeta una página por orden
cli-man-force = Las escribe también sobre archivos que no sean páginas de manual hechas con tirada
no-randomness = El sistema no da números al azar, y unos dados que se pueden prever no son justos: { $why }
format-not-here = Esto no se puede escribir como «{ $name }»: es solo para leerlo.
help-do-an-action = lo que hace una acción sí se puede: tirada do ACCIÓN --format json
man-name = NOMBRE
man-synopsis = SINOPSIS
man-description = DESCRIPCIÓN
man-extra = NOTAS
man-version = VERSIÓN
man-written = Páginas de manual escritas en { $path }

cli-value-action = ACCIÓN
cli-value-command = ORDEN
cli-value-condition = CONDICIÓN
cli-value-dice = DADOS
cli-value-dir = CARPETA
cli-value-expr = EXPRESIÓN
cli-value-expression = EXPRESIÓN
cli-value-faces = CARAS
cli-value-file = ARCHIVO
cli-value-folder = CARPETA
cli-value-formula = FÓRMULA
cli-value-intervention = INTERVENCIÓN
cli-value-kind = CLASE
cli-value-lang = IDIOMA
cli-value-name = NOMBRE
cli-value-pack = PAQUETE
cli-value-path = RUTA
cli-value-port = PUERTO
cli-value-role = PAPEL
cli-value-ruleset = REGLAMENTO
cli-value-seconds = SEGUNDOS
cli-value-secret = SECRETO
cli-value-nonce = NÚMERO
cli-value-section = SECCIÓN
cli-value-shell = INTÉRPRETE
cli-value-tag = ETIQUETA
cli-value-text = TEXTO
cli-value-time = TIEMPO
cli-value-times = VECES
cli-value-value = VALOR
cli-value-values = VALORES
cli-value-word = PALABRA

usage-too-many = «{ $name }» sobra: esta orden no espera tantos valores.
usage-unknown-flag = No hay ninguna opción «{ $name }».
usage-unknown-command = No hay ninguna orden «{ $name }».
usage-missing = Falta algo: { $name }
help-leave-out-flags = quita { $one }; o bien quita { $other }
usage-conflict = { $same ->
    [yes] { $name } está dos veces.
   *[no] { $name } y { $other } no se pueden usar a la vez.
}
usage-before-command = { $name } delante de una orden es del intérprete y no tendría efecto: escríbelo detrás de la orden.
usage-value-missing = { $name } necesita un valor.
usage-bad-value = «{ $value }» no es un valor para { $name }.
usage-wrong = No se entiende la línea de órdenes.
feature-missing = «{ $what }» necesita la función `{ $feature }`, que este programa no lleva.
help-feature-build = compílalo con `--features { $feature }`
help-feature-missing = compílalo con `--features { $feature }`, o descarga tú el archivo y da su ruta
help-usage = `tirada --help` enumera las órdenes y las opciones
sandbox-closed = { $name } no se ofrece a desconocidos: el modo aislado no lo permite.
help-sandbox = permite tiradas y probabilidades con los reglamentos incluidos: `tirada --sandbox roll EXPRESIÓN`, `tirada --sandbox odds EXPRESIÓN`, o líneas como `2d6 + 1` y `odds 2d6` por la entrada estándar
unknown-language = No hay ningún idioma «{ $name }».

bad-config = No se entiende la configuración de { $path }.
    Puede decir `ruleset: ID` y `language: en` o `language: es`, y nada más.
no-default-ruleset = No hay ningún reglamento elegido.
    Indica uno con -r; `tirada list` los enumera.
no-files = No hay ningún archivo YAML en { $path }.
part-apart = Estas reglas no empiezan ningún juego, y el de la carpeta de arriba no lee lo que hay en esta.
    .label = ningún juego lo lee
help-part-apart = una parte de ese juego va junto a sus demás archivos; si es una copia, sácala de su carpeta; si es otro juego, empieza por `tirada: 1` e `id`
no-ruleset-file = { $path } no es un reglamento: { $what ->
    [character] es un personaje
    [cases] contiene casos
    [pack] describe un paquete
   *[translation] es una traducción
  }.
file-not-utf-8 = { $path } no está en UTF-8: en la línea { $line }, columna { $column }, está el byte { $byte } («{ $letter }» en Windows-1252 y Latin-1).
usage-not-text = En la línea de órdenes, «{ $text }» no es texto en UTF-8.
file-utf-16 = { $path } está en { $encoding }; tiene que estar en UTF-8.
file-not-ours = { $path } ya existe y contiene otra cosa.
help-force = usa --force para sobrescribirlo
help-move-away = bórralo o muévelo a otro sitio
file-busy = Otro programa lleva { $seconds ->
    [one] { $seconds } segundo
   *[other] { $seconds } segundos
} guardando en la carpeta de { $path }; inténtalo de nuevo cuando acabe.
save-cut-short = Se interrumpió un guardado y { $path } ha cambiado desde entonces: no se puede terminar.
save-record-unknown = { $path } debería decir cómo terminar un guardado interrumpido, pero no se entiende. Quizá lo escribió una versión más nueva de tirada; si no, bórralo.
help-save-cut-short = para seguir con todos los archivos como están ahora, borra { $path }
not-a-setting = A «{ $text }» le falta un valor; escribe NOMBRE=VALOR.
not-a-character = «{ $text }» no es ni NOMBRE=VALOR ni un archivo que exista.
character-without-game = { $path } no dice de qué reglamento es.
    Añade una línea `ruleset: ID`.
cases-without-game = Estos casos no dicen de qué reglamento son.
    .label = falta `ruleset: ID`
game-not-sound = El reglamento «{ $name }» tiene errores, así que no se ha comprobado lo que depende de él.
    .label = este reglamento
too-many-times = Son demasiadas veces: { $limit } como mucho.

over-unfinished = «{ $text }» no dice qué cambia y cómo.
    Escribe NOMBRE=0..15, NOMBRE=8..32/4, NOMBRE=1,3,5 o NOMBRE=TABLA.
over-empty = «{ $text }» está vacío: un intervalo va de menor a mayor, en pasos de 1 o más.
    .label = no hay nada
over-too-many = «{ $text }» son { $count } valores: como mucho { $limit }.
    .label = son demasiados
over-not-values = «{ $text }» no es un intervalo, ni una lista con comas, ni una tabla del juego.
over-no-rows = Las filas de «{ $name }» no tienen nombre.
over-needs-numbers = «{ $name }» es un nombre propio, que solo admite números.
over-unknown-name = No hay nada llamado «{ $name }» que pueda cambiar: ni un dato de una prueba, ni una opción, ni un rasgo, ni un nombre de la expresión.
over-too-many-names = Como mucho pueden cambiar { $limit } cosas a la vez.
over-too-many-points = Juntas son { $count } combinaciones: como mucho { $limit }.
odds-one-ruleset = Las acciones se calculan con un solo reglamento: indica solo uno.
odds-too-much = Esto serían unos { $size } MB: se escriben { $limit } MB como mucho.
    Usa menos dados o filas; el texto y la imagen reúnen muchos valores en uno.
too-much-output = La salida de estas tiradas pasa de los { $limit } MB que se escriben de una vez a desconocidos.
    Tira menos veces o menos dados.
over-differ = Para poner resultados uno al lado de otro hacen falta las mismas filas: uno tiene { $one }, y otro, { $other }.
joint-alone = Una tabla de dos cosas va sola: ni al lado de otra expresión o reglamento, ni para varios valores.
base-of-nothing = «{ $name }» no extiende ningún otro reglamento que poner al lado.
over-no-effect = Con «{ $name }» no cambia nada: no influye en lo que se pide.

ask-value = ¿{ $name }?
ask-pending = El libro no dice «{ $name }». ¿Cuánto vale?
ask-again = Eso no responde a { $name }.
ask-again-which = No es ninguno de esos.
ask-how-to-leave = Con Intro se deja la pregunta, y entonces no se hace.
list-id = id
list-name = nombre
list-origin = origen
list-notes = notas
list-built-in = incluido
list-default = por defecto
list-extends = extiende { $name }
list-broken = tiene errores
check-fine = { $files ->
    [one] 1 archivo comprobado
   *[other] { $files } archivos comprobados
  }: sin errores{ $warnings ->
    [0] .
    [one] , 1 aviso.
   *[other] , { $warnings } avisos.
  }
cannot-write = No se puede escribir en la salida estándar.
and-more = Y { $count } más.

role-without-file = «{ $action }» necesita a alguien como { $names }.
role-not-said = «{ $action }» tiene varios papeles, y no está claro cuál es el de { $name }: escribe --as PAPEL=ARCHIVO. Los papeles son { $names }.
no-roles = «{ $action }» no tiene papeles: quita `--as`. Quien solo está presente se indica con `--with ARCHIVO`.
role-taken = Se dan dos archivos para «{ $name }», un papel que solo puede hacer uno.
in-role-twice = { $name } aparece dos veces como «{ $role }».
in-turns-already = { $count ->
    [one] { $names } ya actúa por turnos, y se quedaría fuera.
   *[other] { $names } ya actúan por turnos, y se quedarían fuera.
}
    .label = ya están
help-in-turns-already = `empezar todos` pone a todo el mundo en un orden nuevo, o nómbralos también; `terminar` acaba antes con el orden que hay
name-at-the-table = Dos personajes se llaman «{ $name }»: cambia el nombre en { $path } para que se sepa de quién se habla.
policy-without-condition = «{ $text }» no dice cuándo se hace: escribe una intervención, dos puntos y una condición, como "forzar: total <= 11".
best-of-one = `--best` y `--after` tratan de una sola acción, hecha una vez: llevan un solo `--do`.
not-a-choice = «{ $text }» no es ni una decisión, NOMBRE=VALOR, ni una intervención de este juego.
help-do-example = por ejemplo: tirada do { $action } -r { $ruleset } { $cast }{ $set }
help-odds-do-example = por ejemplo: tirada odds --do { $action } -r { $ruleset } { $cast }{ $set }
file-changed = { $path } ha cambiado desde que se leyó.
help-as-table = si este es el archivo de la mesa: `--as table={ $path }`
help-do-again = repite la orden: partirá de lo que dice ahora el archivo
table-without-file = La mesa ha cambiado y no se ha indicado ningún archivo donde guardarlo.
help-file-of-table = indícalo con `--as table=ARCHIVO`; uno nuevo necesita las líneas `tirada character: 1`, `ruleset: { $ruleset }` y `table: yes`
file-not-written = No se puede escribir { $path }: { $why ->
    [missing] su carpeta no existe
    [forbidden] no tienes permiso
    [there] ya hay algo ahí
    [full] el disco está lleno
    [large] sería más grande de lo permitido
    [read-only] el disco es de solo lectura
    [no-folder] una parte de su ruta no es una carpeta
    [folder] es una carpeta
    [name] ningún archivo puede llamarse así
    [busy] lo está usando otro programa
    [text] contiene algo que no es texto en UTF-8
   *[other] error { $why } del sistema
}.
nothing-saved = No se ha guardado nada: todos los archivos están como estaban.
help-nothing-saved = no se ha guardado nada: todos los archivos están como estaban
do-written = Guardado: { $files }
files-removed = Quitado: { $files }
do-nothing-written = No ha cambiado nada, así que no se ha guardado nada.
dice-fell = Dados que han salido: { $dice }{ $seed ->
    [none] {""}
   *[other] {" "}(semilla { $seed })
}
dice-go-on = Para seguir con ellos: { $command }
ask-so-many-dice = Dados escritos: { $given }; faltan: { $needed }.
ask-missing-dice = { $who ->
    [none] Faltan dados, { $dice }:
   *[other] Faltan dados de { $who }, { $dice }:
}
ask-dice = Dados hasta ahora: { $dice }
ask-decision = ¿{ $name }? ({ $action })
ask-decision-by = ¿{ $name }? ({ $action }; decide { $by })
ask-which = ¿A cuál se refiere «{ $action }»?
ask-otherwise = Sin respuesta: { $answer }

cli-check-watch = Vuelve a comprobarlo todo y a pasar los casos cada vez que se guarda algo, hasta que se interrumpa
cli-check-fix = Aplica los arreglos seguros antes de comprobar

cli-diff = Muestra en qué se distinguen dos reglamentos, regla por regla
cli-diff-from = El primer reglamento: un id, o la ruta de un archivo o carpeta
cli-diff-to = El segundo; sin él, el primero se compara con lo que extiende
cli-diff-odds = Muestra qué hace cada cambio con las probabilidades de las pruebas a las que afecta
cli-diff-with = El archivo de un personaje que hace esas pruebas, o NOMBRE=VALOR, un rasgo o unos puntos suyos; se puede repetir
cli-diff-set = Un dato de esas pruebas o una opción del reglamento; se puede repetir
cli-diff-format = Cómo se escriben las diferencias
cli-diff-json = Lo mismo que --format json
cli-show-origin = Muestra en qué archivo y línea se escribió cada valor

cli-doc = Escribe un reglamento entero para consultarlo o imprimirlo
cli-doc-ruleset = El reglamento: un id de los que muestra `tirada list`, o la ruta de un archivo o carpeta
cli-doc-format = Cómo se escribe: Markdown, o una página HTML que al imprimirse es una pantalla de dos hojas
cli-doc-all = Escribe también lo que es de uso interno de las reglas
cli-doc-output = El archivo en el que se escribe; sin él, la salida estándar
cli-doc-force = Sobrescribe también un archivo que no sea una referencia hecha con tirada

cli-doc-language = Un idioma al que esté traducido el reglamento, para sus nombres y textos
cli-doc-missing = Escribe lo que le falta a esa traducción, como un archivo que rellenar
cli-show-language = Un idioma al que esté traducido el reglamento, para sus nombres y textos
check-fixed = { $place }: «{ $old }» es ahora «{ $new }».
check-watching = Atento a los cambios de { $files ->
    [one] un archivo
   *[other] { $files } archivos
  }; Ctrl-C termina.
diff-of-one = «{ $name }» no extiende nada, así que no hay con qué compararlo: indica un segundo reglamento.
diff-odds-cut = Solo se han comparado las probabilidades de las primeras { $limit } pruebas a las que afectan los cambios. Faltan: { $names }.
no-translation = «{ $game }» no está traducido a «{ $language }».
help-begin-translation = para empezar: tirada doc REGLAMENTO --language { $language } --missing > translations/{ $language }.yml, en la carpeta del reglamento
translation-in-part = { $count ->
    [one] De { $total } nombres y textos, uno no tiene traducción a «{ $language }» y se queda como está; --missing lo muestra.
   *[other] De { $total } nombres y textos, { $count } no tienen traducción a «{ $language }» y se quedan como están; --missing los enumera.
}
translation-to-fill-in = { $count ->
    [0] No falta ninguna traducción a «{ $language }»: la tienen los { $total } nombres y textos.
    [one] De { $total } nombres y textos, uno no tiene traducción a «{ $language }».
   *[other] De { $total } nombres y textos, { $count } no tienen traducción a «{ $language }».
}
at-least-number = `{ $option }` no lleva número: da en cada fila la probabilidad de ese total o { $way ->
        [more] más
       *[less] menos
    }; mira la fila { $number }.
odds-no-margin = { $what ->
    [rows] De cada fila se da el margen medio: `--margin`, que enumera todos los márgenes, es para una sola.
   *[none] Aquí nada tiene margen, que es lo que enumera `--margin`: cuánto supera el total de una prueba a aquello con lo que se compara.
}
