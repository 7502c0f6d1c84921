prompt-greeting = tirada { $version } · { $game } · `ayuda` enumera las órdenes; con `salir` o Ctrl-D se sale
prompt-no-game = sin reglamento
prompt-example = 2d6 + 3
prompt-roll = tira; también `EXPRESIÓN vs DIFICULTAD`, `Tabla[fila]`, `prueba(…)`
prompt-use = cambia de juego; se quedan los valores de `sea` que el nuevo admita
prompt-let = da nombre a un valor, que se tira una vez; `sea NOMBRE(PALABRAS) = TIRADA` guarda una tirada, que se repite con cada `NOMBRE(…)`; `sea` a secas lo enumera todo
prompt-unlet = borra lo fijado con `sea` o `fijar`
prompt-set = elige una opción, o responde a lo que pide una prueba; `fijar` a secas las enumera
prompt-dice = la próxima tirada toma estas caras; esperan hasta que una las use todas, `dados` a secas las muestra y `dados ninguno` las retira; las que falten después se preguntan, o se tiran tras `dados tirar` (`dados preguntar`: se vuelven a preguntar)
prompt-seed = desde aquí, la misma semilla da los mismos dados
prompt-last = explica paso a paso el último resultado
prompt-verbose = `sí`: lo que se hace se cuenta paso a paso; `no`: en una línea o dos; `último` siempre cuenta entero lo último
prompt-is-verbose = Lo que se hace se cuenta paso a paso.
prompt-is-short = Lo que se hace se cuenta en una línea o dos; `último` lo cuenta entero.
prompt-roll-word = tira una expresión, o en una tabla por su nombre; la palabra `lanzar` puede faltar
prompt-odds = la probabilidad de cada resultado; `probabilidad hacer ACCIÓN`: a qué lleva una acción; `probabilidad último`: la de lo último tirado o hecho; `probabilidad ahora`: qué cambiaría cada intervención con los dados como están; `probabilidad EXPRESIÓN vs 8..32`: fila a fila
prompt-odds-for-strangers = la probabilidad de cada resultado; `probabilidad EXPRESIÓN vs 8..32`: fila a fila
prompt-show = muestra una tabla, una prueba, un rasgo; a secas, el juego entero
prompt-list = enumera los reglamentos
prompt-help = muestra esta ayuda
prompt-quit = sale; también `exit` y Ctrl-D
prompt-exit = sale
prompt-you-type = escribes
prompt-it-does = y hace
prompt-help-names = Un nombre igual a una de estas palabras se toma como nombre si le sigue un operador o un paréntesis, o entre comillas: «último».
prompt-help-keys = El tabulador completa nombres y enseña sus valores; las flechas y Ctrl-R recuperan lo ya escrito; Ctrl-C borra la línea. Las órdenes también tienen nombre en español: `ayuda`, `deshacer`, `siguiente`, `salir`…
prompt-table = una tabla
prompt-for-example = por ejemplo:
prompt-no-lets = No se ha dado nombre a nada con `sea`.
prompt-no-settings = No hay opciones ni respuestas que fijar.
prompt-forgotten = Olvidado: { $names }
prompt-seeded = Semilla { $seed }
prompt-dice-rolled = Los dados que falten después de los escritos se tiran.
prompt-dice-asked = Los dados que falten después de los escritos se preguntan.
prompt-let-behind-sheet = La hoja de { $who } ya da su valor, y es el que cuenta.
prompt-no-dice = No hay dados en espera.
prompt-dice-dropped = { $count ->
    [one] Este dado cayó después y ya no vale: { $dice }
   *[other] Estos dados cayeron después y ya no valen: { $dice }
}
prompt-dice-wait = La próxima tirada: { $dice }
prompt-intervention-undone = «{ $name }» vino después y ya no se puede hacer; no le cuesta nada a nadie.
prompt-edit = corrige la hoja de un personaje: un rasgo o unos puntos (`corregir Ana Suerte: 2`), o con las claves de su archivo: `corregir Ana points: { "{" }…{ "}" }`; también `marks`, `traits`, `tags`
prompt-edited = { $count ->
    [one] Se corrige la hoja de { $name }
   *[other] Se corrigen las hojas de { $name }
}
help-one-of-all = aquí se espera un solo personaje, y «{ $name }» los nombra a todos
prompt-last-seed = Con la semilla { $seed }: `tirada roll --seed { $seed } …` da los mismos dados.
prompt-last-given = Con los dados indicados.
prompt-playing = en juego
prompt-keep-going = No se ha perdido nada. Con `salir` o Ctrl-D se sale.
prompt-history-lost = Lo que se escribe no se puede guardar para la próxima vez en { $path }.

command-unfinished = Falta algo después de «{ $name }».
    .label = continúa
command-says-too-much = «{ $name }» no lleva nada más.
    .label = sobra
unknown-command = No hay ninguna orden «{ $name }».
    .label = no existe esa orden
not-a-seed = «{ $text }» no es una semilla; una semilla es un número desde 0.
    .label = no es una semilla
nothing-rolled-yet = Todavía no se ha tirado nada.
nothing-to-forget = No se ha dado ningún valor a «{ $name }» con `sea` ni con `fijar`.
    .label = nada que olvidar
let-not-a-name = «{ $name }» no puede ser un nombre: empiezan por una letra y llevan letras, cifras y espacios.
    .label = no es un nombre
let-is-option = «{ $name }» es una opción del juego.
    .label = una opción
let-is-table = «{ $name }» es una tabla del juego.
    .label = una tabla
saved-is-trait = «{ $name }» es un rasgo del juego; una tirada guardada necesita otro nombre.
    .label = un rasgo
saved-throws-again = «{ $name }» aparece más de una vez en la tirada guardada, y «{ $value }» se tiraría cada vez.
    .label = se tiraría más de una vez
saved-too-deep = Las tiradas guardadas de esta línea llevan siempre a otras.
    .label = demasiado larga
let-is-taken = «{ $name }» es { $what ->
    [command] una orden.
    [points] una clase de puntos del juego.
    [class] una clase de resultados del juego.
    [track] una barra de casillas del juego.
    [tag] una etiqueta del juego.
    [person] un personaje que está en la mesa.
    [own] un rasgo de un personaje que está en la mesa.
    [intervention] una intervención del juego.
   *[action] una acción del juego.
  }
    .label = ya significa algo
let-is-test = «{ $name }» es una prueba del juego.
    .label = una prueba
let-is-group = «{ $name }» es un grupo de nombres que elige cada personaje; da un valor a uno de ellos.
    .label = es todo un grupo
let-is-dice = «{ $name }» siempre son dados.
    .label = dados
let-is-function = «{ $name }» es una función del lenguaje.
    .label = una función
let-is-keyword = «{ $name }» es una palabra del lenguaje.
    .label = una palabra del lenguaje
let-needs-number = «{ $name }» necesita un número, y esto es un texto.
    .label = un texto
line-too-long = Esta línea es demasiado larga: se leen { $limit } bytes como mucho.
    .label = el resto no se lee
line-not-text = Esta línea no es texto en UTF-8.
    .label = aquí
help-other-game-here = está en el juego «{ $game }»: usar { $written }
help-let-here = dale un valor: sea { $example }
help-edit-here = cámbialo en la hoja: corregir NOMBRE traits: {"{"}{ $example }{"}"}
help-set-here = indícalo: fijar { $example }
help-dice-roll = con `dados tirar` se tiran los que falten después
help-dice-lie = { $count ->
    [one] este dado ya ha salido y vale para la próxima tirada: { $dice }
   *[other] estos dados ya han salido y valen para la próxima tirada: { $dice }
}
help-came-before = quienes ya estaban cuando se abrió la mesa se quedan; `retirar NOMBRE` retira a uno
help-dice-seen = { $count ->
    [one] este dado ya ha salido: { $dice }; vale si envías otra vez la misma línea antes de que se haga otra cosa
   *[other] estos dados ya han salido: { $dice }; valen si envías otra vez la misma línea antes de que se haga otra cosa
}
help-dice-wait = { $count ->
    [one] el dado { $dice } sigue esperando una tirada; `dados ninguno` lo retira
   *[other] los dados { $dice } siguen esperando una tirada; `dados ninguno` los retira
}

prompt-load = trae personajes de sus archivos; `table: yes` marca el de la propia mesa
prompt-who = dice quién está
prompt-as = elige de quién son las próximas tiradas; `soy nadie` lo deja, `soy` a secas lo dice
prompt-sheet = muestra la hoja de un personaje, o las de todos; a secas, la de quien esté elegido
prompt-pass = deja pasar el tiempo y termina lo que acaba con él
prompt-begin = desde ahora se actúa por turnos, todos los personajes o los que se digan; el juego los ordena; si ya hay un orden, los que se digan entran en él
prompt-next = le toca al siguiente; después del último, pasa una ronda
prompt-end = ya no se actúa por turnos
prompt-npc = crea personajes de una plantilla del juego: `pnj 3 NOMBRE`; a secas enumera las plantillas; `retirar NOMBRE` retira a todos los de esa clase
prompt-create = un personaje nuevo, con lo que se diga tras su nombre: `crear Ana traits: { "{" }…{ "}" }`
prompt-word-all = todos
prompt-word-none = nadie
prompt-not-done = No se hace.
prompt-need = { $who ->
    [none] No se hace. { $message }.
   *[other] No se hace. { $who }: { $message }.
}
turns-round = Ronda { $round }
turns-current = le toca
turns-in-order = Actúan en este orden: { $names }.
turns-unfinished = Aún sin turno, porque la hoja no está rellena: { $names }
turns-to-join = Otros actúan por turnos: `empezar { $names }` para entrar en el orden.
turns-no-one = nadie puede actuar
turns-began = Se actúa por turnos.
turns-ended = Ya no se actúa por turnos.
prompt-undo = deshace la última jugada, o las N últimas
prompt-redo = rehace lo deshecho
prompt-log = enumera lo que se ha hecho y lo que ha cambiado
prompt-save = guarda los personajes en sus archivos: todos los cambiados, o uno
prompt-drop = retira a un personaje, o a todos, y renuncia a lo que no se ha guardado
prompt-leave = retira a un personaje, o a todos
prompt-help-actions = Acciones: { $names }
prompt-help-interventions = Intervenciones en la última jugada: { $names }
prompt-joined = ya en la mesa: { $names }
prompt-left = { $count ->
    [one] { $name } se va
   *[other] { $name } se van
}
prompt-left-unsaved = Lo que ha cambiado no se ha guardado; `deshacer` lo trae de vuelta.
prompt-same-game = Ya se está jugando a «{ $name }», y sus reglas siguen igual: no cambia nada.
prompt-load-again = Para que vuelvan: { $command }
prompt-all-left = Fuera de la mesa: { $names }
prompt-as-nobody = No hay ningún personaje elegido.
prompt-as-ends = (`{ $example }` para dejarlo)
prompt-current = elegido
prompt-unsaved = sin guardar
prompt-nobody = No hay ningún personaje; `cargar ARCHIVO` trae uno.
load-left-out = { $count ->
    [one] No se ha mirado 1 archivo más: cárgalo por su nombre.
   *[other] No se han mirado { $count } archivos más: carga por su nombre los que necesites.
}
prompt-cannot-save = No hay ningún archivo de { $names } en el que guardar. Una campaña lo guarda todo (`tirada campaign new`).
prompt-no-file = No hay ningún archivo de { $names }: para conservarlo, juega en una campaña (`tirada campaign new`). Con otro `salir` se sale.
prompt-nothing-to-save = No hay nada que guardar.
prompt-saved-both = Otro programa también ha cambiado el archivo de { $name }; ahora contiene los cambios de ambos. Para verlo aquí: `retirar { $name }` y vuelve a cargar el archivo.
prompt-undone = Deshecho:
prompt-redone = Rehecho:
prompt-nothing-done = Aún no se ha hecho nada.
prompt-to-redo = { $count ->
    [one] `rehacer` rehace la jugada deshecha.
   *[other] `rehacer` rehace lo deshecho: { $count } jugadas.
}
prompt-last-dice = Los dados, en el orden en que cayeron: { $dice }
prompt-not-saved = Sin guardar: { $names }. `guardar` lo guarda; con otro `salir` se sale.
nobody-chosen = Falta decir de quién.
    .label = ¿de quién?
people-not-saved = Hay cambios sin guardar: { $names }.
    .label = se perderían
npc-none = { $game } no tiene plantillas.
npc-count = «{ $text }» no es un número de personajes de 1 a { $max }.
    .label = ¿cuántos?
beginning-of-several = «{ $text }» puede ser varias cosas: { $names }.
    .label = ¿cuál?
no-characters = { $what ->
        [folder] { $path } es una carpeta y ninguno de sus archivos es un personaje.
       *[pattern] Ningún archivo de personaje encaja en «{ $path }».
    }
    .label = nada encaja
no-template = El juego no tiene ninguna plantilla «{ $name }».
    .label = no existe esa plantilla
not-a-count = «{ $text }» no es un número de jugadas.
    .label = un número desde 1
nothing-to-undo = No se ha hecho nada que se pueda deshacer.
    .label = nada que deshacer
too-much-to-undo = { $count ->
    [one] Solo se puede deshacer una jugada.
   *[other] Solo se pueden deshacer { $count } jugadas.
}
    .label = demasiadas
only-rolls = «{ $name }» es una acción, y en una misma línea solo caben tiradas separadas por `;`.
    .label = dale una línea propia
nothing-to-redo = No se ha deshecho nada que se pueda rehacer.
    .label = nada que rehacer
too-much-to-redo = { $count ->
    [one] Solo se puede rehacer una jugada.
   *[other] Solo se pueden rehacer { $count } jugadas.
}
    .label = demasiadas
help-read-again = déjalo como estaba y vuelve a usar `guardar`, o bien usa `retirar { $name }` y después `cargar` para traer lo que dice ahora
help-undo-load = déjalo como estaba y vuelve a usar `guardar`, o bien usa `deshacer` hasta antes de su `cargar` y después `cargar` para traer lo que dice ahora
help-drop-first = antes usa `retirar { $name }`, si va a venir otro en su lugar
help-none-loaded = no se ha cargado a nadie; sin errores: { $names }
help-no-file = no hay ningún archivo de { $names }: una campaña lo guarda todo (`tirada campaign new`); `deshacer` y `retirar NOMBRE` lo descartan
help-save-at-the-end = lo que llega por una tubería guarda sus cambios si acaba con `guardar`
help-save-or-drop = `guardar` lo guarda; `deshacer` y `retirar NOMBRE` lo descartan
help-say-behind = escríbelo detrás del nombre: { $example }
prompt-help-at-once = Las intervenciones también se pueden escribir con la acción: `ACCIÓN … + INTERVENCIÓN …`.

more-mistakes = { $count ->
    [one] En esta línea hay un error más.
   *[other] En esta línea hay { $count } errores más.
}
    .label = el siguiente
