# Las campañas y sus crónicas.
cli-campaign = Guarda una campaña en un solo archivo: los personajes, todo lo que se hace y la crónica
cli-campaign-new = Empieza una campaña: crea el archivo NOMBRE.tirada
cli-campaign-new-name = Cómo se llama; su archivo es NOMBRE.tirada
cli-campaign-play = Sigue donde acabó la última sesión; `tirada NOMBRE.tirada` hace lo mismo
cli-campaign-show = Muestra quién está en una campaña y sus sesiones
cli-campaign-show-json = Lo escribe en JSON
cli-campaign-import = Incorpora personajes desde sus archivos
cli-campaign-import-files = Los archivos de los personajes
cli-campaign-export = Escribe cada personaje en un archivo propio
cli-campaign-export-dir = La carpeta de los archivos
cli-campaign-export-force = También sobrescribe los archivos que ya existen
cli-campaign-backup = Copia una campaña en un único archivo nuevo, incluso mientras se juega
cli-campaign-backup-copy = El archivo nuevo
cli-log = Escribe la crónica de una campaña: qué se tiró y qué se hizo, cuándo y quién
cli-log-session = Solo esta sesión
cli-log-players = Omite lo que solo puede ver quien dirige
cli-any-campaign = El archivo de la campaña
cli-value-campaign = CAMPAÑA
cli-value-copy = COPIA

campaign-begun = { $path } está lista, con las reglas de { $game }. Se abre con `tirada { $typed }`.
campaign-opened = Sesión { $session } de { $name }{ $count ->
    [0] {""}
   *[other] {": "}{ $people }
}. Todo se guarda sobre la marcha.
campaign-made = Empezada el { $when }
campaign-session = Sesión { $number } · { $when } · { $count ->
    [one] una línea
   *[other] { $count } líneas
}
log-session = Sesión { $number } · { $when }
log-now = Ahora
log-empty = Todavía no ha pasado nada.
log-hidden = oculto
log-private = privado: { $names }
prompt-note = escribe una nota en la crónica
prompt-kept-anyway = No hay nada que guardar: la campaña lo guarda todo sobre la marcha. `tirada campaign export` escribe los personajes en archivos.

# Lo que puede estar mal.
not-a-campaign = { $path } no es una campaña.
help-campaign-new = `tirada campaign new NOMBRE -r REGLAMENTO` empieza una campaña
campaign-newer = { $path } es de un programa más nuevo: la escribió tirada { $program } (tablas de la versión { $version }).
help-campaign-newer = usa tirada { $program } o una versión posterior; el archivo no ha cambiado
campaign-linked = { $path } tiene otro nombre (un enlace físico), y lo que se escribe con un nombre no aparece con el otro.
help-campaign-linked = cópiala en un archivo aparte (`cp`), borra los otros nombres y abre la copia
campaign-remains = { $path } no existe, pero sí { $log }: lo que un programa interrumpido aún no había escrito en la campaña de ese nombre
help-campaign-remains = si moviste esa campaña, mueve { $log } junto a ella, con su nuevo nombre y `-wal`, y ábrela allí; si la borraste, borra también { $log }
campaign-damaged = { $path } está dañada: no se puede leer lo que contiene ({ $what }).
help-campaign-damaged = el archivo no ha cambiado; sigue con una copia hecha con `tirada campaign backup`
campaign-taken = { $known ->
    [no] { $path } ya está abierta en otro programa.
   *[yes] { $path } ya está abierta: la tiene el proceso { $pid } en { $host } desde { $since }.
}
help-campaign-taken = en una campaña solo escribe un programa a la vez; mientras tanto, `tirada log` y `tirada campaign backup` pueden leerla
help-campaign-served = la mesa está en { $address }
prompt-served = { $path } está abierta en { $address }: lo que escribas se hace allí, y `salir` solo cierra este intérprete.
prompt-served-gone = El servidor de { $address } ya no responde. Lo que confirmó está guardado.
campaign-uses = Una campaña se juega con un solo reglamento y no se puede cambiar por otro.
campaign-rules-new = Las reglas de { $name } han cambiado desde la última sesión y todo encaja en ellas: la campaña sigue con las nuevas. Lo que se hizo antes ya no se puede deshacer.
campaign-rules-old = { $why ->
    [changed] Las reglas de { $name } han cambiado desde la última sesión y no todo encaja en ellas
    [wrong] Las reglas de { $name } no se pueden usar tal como están ahora
   *[missing] No se encuentran las reglas de { $name }
}: la campaña sigue con las reglas que guarda en su archivo.
help-campaign-saved = estas tiradas guardadas no encajan en las reglas nuevas; vuelve a guardarlas con `let`: { $names }
help-campaign-misfit = no encaja: { $what }
help-not-kept = esta línea no ha cambiado nada
no-such-session = No hay ninguna sesión { $number }: { $count ->
    [0] todavía no ha empezado ninguna.
    [one] solo hay la sesión 1.
   *[other] las sesiones van de la 1 a la { $count }.
}
journal-left = Una sesión anterior terminó sin guardar { $names }. `cargar { $path }` la retoma; si no la quieres, borra el archivo.
journal-not-kept = Lo que no está guardado no se puede conservar en { $path }: si el programa se interrumpe, se pierde.
campaign-not-loaded = { $path } es una campaña, no el archivo de un personaje.
log-image = Imagen
