# `tirada serve`: la línea de órdenes y las páginas.

## La línea de órdenes

cli-serve = Abre una mesa en el navegador: una página para quien dirige y otra para cada jugador
cli-serve-files = Una campaña (.tirada), una carpeta de campañas, o archivos de personajes, que se sientan a la mesa
cli-serve-port = El puerto; 0 toma uno libre
cli-serve-lan = Deja entrar a otros aparatos, como teléfonos; sin esto, solo puede conectarse esta máquina
cli-serve-url = La dirección con la que un proxy muestra las páginas (https://…)
cli-serve-idle = Cierra una campaña de la carpeta cuando lleva este número de segundos sin nadie (si no se dice, 600)
cli-serve-no_open = No abre el navegador
serve-started = { $game }
    Quien dirige: { $link }
serve-link-of = { $name }: { $link }
serve-commitment = SHA-256 del secreto del que salen los dados: { $hash }
    Ctrl-C detiene el servidor.
serve-folder = Ctrl-C detiene el servidor. Cada mesa se abre cuando alguien llega con un enlace, y se cierra cuando no queda nadie.
serve-stopped = El servidor se ha detenido. El secreto del que salieron los dados: { $secret }
serve-not-closed = No se ha podido cerrar la sesión porque la mesa no responde. El secreto de los dados no se revela; al volver a arrancar se sigue con esta sesión.
serve-not-opened = Aquí no hay ningún programa que abra el navegador: abre tú el enlace de quien dirige.
campaign-alone = Una campaña trae su reglamento y sus personajes: nombra solo su archivo.
idle-without-folder = `--idle` es para una carpeta de campañas: una sola mesa sigue abierta hasta que se detiene el servidor.
cannot-listen = El servidor no puede usar el puerto { $port }: { $why ->
        [busy] lo está usando otro programa
        [forbidden] no tienes permiso
       *[other] error { $why } del sistema
    }.
    Elige otro con `--port`; `--port 0` toma uno libre.
not-an-address = «{ $text }» no es la dirección de una página; empieza por https:// o http://.

## Las páginas

serve-tables = Mesas
serve-gm = Quien dirige
serve-people = Personajes
serve-sheet = Hoja
serve-do = Acciones
serve-log = Crónica
serve-parts = Partes de la página
serve-skip = Ir a la línea de entrada
serve-live = en directo
serve-stale = sin conexión: lo que ves puede no estar al día
serve-again = conectando de nuevo: lo que ves puede no estar al día
serve-gone = Este enlace ya no sirve. Pídele otro a quien dirige.
serve-lost = El servidor no responde. No se ha enviado nada; inténtalo de nuevo cuando haya conexión.
serve-open-your-link = Abre el enlace que te han dado, con todo lo que va detrás de #.
serve-unknown-link = Este enlace no es válido o ha dejado de serlo. Pídele otro a quien dirige.
serve-needs-script = Esta página necesita JavaScript.
serve-others = También están:
serve-left = Tu personaje ha dejado la mesa.
serve-traits = Rasgos
serve-less = { $name }: uno menos
serve-more = { $name }: uno más
serve-box = casilla
serve-free = libre
serve-pass = Pasa el tiempo
serve-begin-turns = Actuar por turnos
serve-who-acts = Quién participa
serve-who-acts-all = Si no eliges a nadie, participan todos los que puedan actuar.
serve-your-turn = Es tu turno
serve-order = Orden de los turnos
serve-cannot-act = no puede actuar
serve-next-turn = Siguiente
serve-end-turns = Terminar
serve-join-turns = Entrar en el orden de los turnos
serve-who-joins = Quién entra
serve-add = Añadir personajes
serve-template = De la plantilla
serve-how-many = Cuántos
serve-add-npc = Añadir de la plantilla
serve-new-name = Nombre de un personaje nuevo
serve-new-about = Recibe un enlace propio. Quien lo abra rellena la hoja; tú también puedes.
serve-add-own = Añadir un personaje nuevo
serve-fill = Lo que falta en esta hoja
serve-fill-about = Cuando esté todo lo imprescindible, solo quien dirige podrá cambiarla.
serve-fill-in = Apuntarlo en la hoja
serve-members = Uno por línea, con un número ({ $range })
serve-tags = Uno por línea
serve-tags-with = Uno por línea, con { $what } tras dos puntos: { $words }
serve-bad-member = «{ $text }» no es un nombre con un número.
serve-tell = Mensaje privado o documento
serve-tell-to = Quién puede leerlo
serve-tell-gm = Quien dirige también puede leerlo. Si no eliges a nadie, solo lo leerá quien dirige.
serve-text = Texto
serve-undo = Deshacer
serve-undo-arrival = ({ $more ->
    [0] { $name } dejará
   *[other] { $name } y { $more } más dejarán
} de estar)
serve-redo = Rehacer
serve-dice = Dados sobre la mesa
serve-rolled = se tiran solos
serve-hidden = Solo lo ve quien dirige
serve-by-the-rules = según las reglas
serve-intervene = Puedes intervenir:
serve-intervene-in = Puedes intervenir en: { $what }
serve-where = Dónde
serve-waits-for = Se espera a { $who }…
serve-the-gm = quien dirige
serve-sent = Enviado. Se espera a la mesa…
serve-proposed = { $who } propone: { $answer }
serve-propose = Se pregunta a quien dirige: { $names }. Puedes proponer una respuesta.
serve-pick = Marca los que quieras:
serve-none = ninguno
serve-put-to = Para { $who }:
serve-answer = Responder
serve-pass-on = Dejarlo así
serve-pass-on-all = Dejarlo todo así
serve-leave-it = No hacerlo
serve-type = Qué haces, o dados
serve-send = Enviar
serve-found = Sugerencias
serve-note = Enviar como nota
serve-undone = deshecho
serve-only-for-gm = solo para quien dirige
serve-only-for = solo para { $who }
serve-reveal = Mostrar a todos
serve-decides = decide { $who }
serve-odds = Probabilidades
serve-odds-last = Probabilidades de lo que se ha tirado
serve-odds-now = Qué cambiaría cada una
serve-rolls = Guardar las tiradas, para comprobarlas
serve-nonce = El número de este navegador:
serve-secret = El servidor se ha detenido. El secreto de los dados:
serve-links = Enlaces de los jugadores
serve-links-about = Cada enlace abre la página de un personaje. Quien tiene el enlace puede usarlo: dáselo solo a su jugador. Un enlace nuevo anula el anterior.
serve-links-here = Estos enlaces solo valen en este ordenador, y ningún teléfono puede usar los códigos. Para eso, inicia el servidor con `tirada serve --lan`.
serve-back = Volver a la mesa
serve-renew = Enlace nuevo
serve-revoke = Retirar el enlace
serve-hand-to = A quien lleva a
serve-hand = Ceder
serve-no-link = No hay enlace: nadie puede entrar con este personaje.

## Por qué algo no se hace

serve-moved-on = La mesa ha seguido adelante desde que se mostró esto. Mira la crónica e inténtalo de nuevo.
serve-only-gm = Solo puede hacerlo quien dirige.
serve-not-yours = Solo puedes actuar con tu propio personaje.
serve-not-for-players = { $by ->
    [none] «{ $name }» solo la hacen otras acciones; no se hace por sí sola.
   *[other] «{ $name }» solo lo hace { $by }.
}
serve-no-prying = Las hojas de los demás no se ven, así que una línea tuya no puede leerlas.
serve-no-looking = Las órdenes que solo muestran algo son para quien dirige. Tu hoja y la crónica están en esta página.
serve-no-laying = Los dados que caen en tu mesa se escriben en el campo de dados de lo que haces, no en una orden.
serve-not-your-move = Solo puedes deshacer lo último que hayas hecho tú, y solo si no ha pasado nada después.
serve-not-on-a-page = Los archivos y la elección del juego son de la máquina que lleva el servidor, no de una página.
serve-not-your-question = Esta pregunta es para otra persona.
serve-question-gone = Esta pregunta ya no está abierta.
serve-no-answer = Eso no responde a la pregunta.
serve-no-answer-to = Eso no responde a «{ $name }».
serve-given-up = Se ha dejado sin hacer.
serve-waiting = La mesa espera una respuesta. Cuando llegue, podrás seguir.
serve-bad-dice = Los dados son números: 3, 7, 8.
serve-bad-text = «{ $text }» no se puede enviar: lleva comillas o un signo igual.
serve-unknown-field = La petición lleva un campo «{ $name }» que ahí no significa nada. No se ha hecho nada: quítalo o escribe el nombre como en docs/serving.md.
serve-bad-request = La página ha enviado algo que el servidor no entiende. Vuelve a cargarla.
serve-bad-nonce = El número de un navegador tiene como mucho 64 caracteres, de 0 a 9 y de a a f.
serve-too-long = El texto está vacío o es demasiado largo.
serve-too-slow = La petición no ha llegado a tiempo. No se ha hecho nada.
serve-too-large = Es demasiado: una petición lleva 64 KB como máximo, y una imagen 2 MB. No se ha hecho nada.
serve-too-fast = Demasiadas peticiones a la vez. Espera un momento.
serve-busy = La mesa está ocupada. Inténtalo dentro de un momento.
serve-ended = La mesa ha terminado. Si es una campaña, lo confirmado está guardado; vuelve a arrancar el servidor.

## Comprobar los dados

cli-verify = Comprueba que los dados de una mesa cayeron como dice su secreto
cli-verify-file = Las tiradas, como las guarda una página; `-` las lee de la entrada estándar
cli-verify-secret = El secreto que dijo el servidor al detenerse
cli-verify-nonce = El número que añadió tu navegador, como lo muestra su página: se avisa de las tiradas que no lo llevan
verify-typed = escrita a mano
verify-good = como dice el secreto
verify-bad = no es lo que dice el secreto
verify-other-dice = no son los dados de esta línea
verify-other-line = no es la línea que se dijo
verify-other-nonce = sin el número de ese navegador
verify-open = aún no se ha revelado su secreto
verify-sum = { $good } como dice el secreto, { $bad } que no, { $typed } a mano
verify-unsealed =
    { $count ->
        [one] Una línea no tiene sello: lo que dice no se ha verificado.
       *[other] { $count } líneas no tienen sello: lo que dicen no se ha verificado.
    }
verify-sum-open = { $open } no se pueden verificar todavía: da el secreto con `--secret`.
not-rolls = { $path } no contiene tiradas como las guarda una página: línea { $line }, columna { $column }.
not-a-secret = «{ $text }» no es un secreto; tiene 64 cifras, del 0 al 9 y de la a a la f.
other-secret = El secreto no es el que anunció la mesa: su huella no es { $hash }.
serve-image = Imagen
serve-image-about = PNG, JPEG, GIF o WebP, de 2 MB como máximo
serve-not-an-image = No es una imagen que se pueda mostrar: PNG, JPEG, GIF o WebP, de 2 MB como máximo
serve-too-many-images = Ya hay 200 imágenes
serve-dice-not-needed = Los dados escritos ({ $dice }) no han hecho falta.
