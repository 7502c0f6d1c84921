file-too-large = { $named ->
    [yes] { $path } es demasiado grande: se leen { $limit } bytes como mucho.
   *[no] Este archivo es demasiado grande: se leen { $limit } bytes como mucho.
}
    .label = demasiado grande

not-utf-8 = Este archivo no está en UTF-8: aquí está el byte { $byte }, que en Windows-1252 y Latin-1 es «{ $letter }».
    .label = no se puede leer como UTF-8

utf-16 = Este archivo está en { $encoding }; reglas, personajes y casos tienen que estar en UTF-8.
    .label = el archivo entero

help-save-as-utf-8 = guárdalo en UTF-8 («Guardar con codificación» en casi todos los editores); hasta entonces no se escribe nada en él

yaml-too-many-nodes = En este archivo hay demasiadas cosas: se leen { $limit } nombres y valores como mucho.
    .label = aquí se llega al límite

yaml-alias-bomb = Las copias hechas con «*» en este archivo crecen demasiado: { $unit ->
    [bytes] se copian { $limit } bytes como mucho.
   *[values] se copian { $limit } valores como mucho.
}
    .label = con esta copia se pasa del límite

yaml-too-deep = Aquí hay demasiadas listas y mapas unos dentro de otros.
    .label = demasiados niveles

duplicate-key = «{ $name }» está dos veces en el mismo sitio.
    .label = aquí está por segunda vez

duplicate-key-normal-form = «{ $name }» está dos veces: los dos nombres parecen iguales, pero sus acentos están escritos de distinta manera.
    .label = parece igual que el otro

yaml-tab = La línea empieza con un tabulador, y ahí YAML solo admite espacios.
    .label = pon espacios aquí

yaml-tag = «{ $text }» empieza con un signo de exclamación, que en YAML significa otra cosa.
    .label = YAML no lo lee como texto

yaml-merge-key = «<<» (tomar todo lo de otro mapa) no se puede usar en unas reglas.
    .label = escribe los nombres uno a uno, o usa `like`

yaml-key-not-a-word = Delante de los dos puntos tiene que haber un nombre, y «{ $text }» no lo es.
    .label = no es un nombre

yaml-several-documents = Aquí empieza un segundo documento, y en un archivo solo cabe uno.
    .label = de aquí en adelante no se lee nada

yaml-unknown-alias = «{ $text }» empieza con un asterisco, que en YAML pide una copia de lo que se llama «{ $name }», y nada se llama así.
    .label = el asterisco pide una copia

yaml-alias-of-itself = «{ $text }» sería una copia de lo que lo contiene.
    .label = está dentro de lo que copia

yaml-anchor = En YAML, «{ $text }» es una marca para hacer copias: se quita de lo que se lee, y nada pide una copia.
    .label = desaparece

text-cut-at-hash = YAML toma «{ $text }» por un comentario: no forma parte del valor.
    .label = desaparece

help-yaml-no-mark = quítalo

help-comment-apart = si es un comentario, deja dos espacios antes de «#» y uno detrás

yaml-directive = Las líneas que empiezan con «%» son órdenes para YAML y no se pueden usar en unas reglas.
    .label = quita esta línea

yaml-unclosed-quote = Estas comillas se abren aquí y no se cierran en la misma línea.
    .label = se abren aquí

yaml-unclosed-bracket = A este «{ $sign }» le falta el «{ $closing }» que lo cierra.
    .label = se abre aquí

yaml-extra-bracket = Aquí sobra un «{ $sign }»: no hay nada abierto que cerrar.
    .label = sobra

yaml-behind-bracket = Aquí no puede ir nada detrás de «{ $sign }»: «{ $text }».
    .label = detrás de un corchete cerrado

yaml-extra-comma = Aquí sobra una coma: no hay nada delante de ella.
    .label = sobra

yaml-missing-comma = Falta una coma delante de «{ $text }».
    .label = falta una coma antes de esto

yaml-indentation = «{ $text }» no empieza en la misma columna que las líneas de las que forma parte.
    .label = delante sobran o faltan espacios

yaml-item-among-names = Aquí hay un elemento de lista entre líneas de la forma `nombre: valor`.
    .label = no es un nombre

yaml-name-among-items = «{ $text }» está entre los elementos de una lista y no lleva guion.
    .label = no es un elemento de la lista

yaml-colon-in-value = Dentro de un valor no puede haber dos puntos seguidos de un espacio: «{ $text }».
    .label = YAML toma por nombre lo que hay delante

yaml-reserved-start = Un valor no puede empezar por «{ $sign }», que en YAML significa otra cosa: «{ $text }».
    .label = necesita comillas

yaml-cut-at-hash = YAML corta «{ $text }» en la «#»: lo que sigue lo toma por un comentario.
    .label = esto se pierde

yaml-cut-at-comma = YAML parte «{ $text }» en trozos por la coma.
    .label = se corta aquí

yaml-bracket-in-value = Dentro de corchetes o llaves, «{ $text }» necesita comillas, porque tiene sus propios corchetes o llaves.
    .label = YAML empieza algo nuevo aquí

yaml-text-after-quote = En «{ $text }» queda algo detrás de las comillas que cierran.
    .label = esto queda fuera de las comillas

yaml-missing-space = Falta un espacio detrás de «{ $sign }»: `{ $text }`.
    .label = detrás tiene que ir un espacio

yaml-missing-colon = «{ $text }» debería ser un nombre con su valor, y no hay dos puntos.
    .label = faltan los dos puntos

yaml-comma-at-end = En YAML las líneas no acaban en coma{ $count ->
        [one] .
       *[other] , y { $count } la llevan.
    }
    .label = aquí no va coma
help-comma-in-quotes = si la coma es parte del texto, el texto va entre comillas

yaml-comment-in-text = Hay un comentario en medio de un texto, y el texto sigue después.
    .label = el texto se acaba aquí

yaml-escape = «{ $text }» no significa nada entre comillas dobles; ahí la barra invertida es especial.
    .label = no significa nada

yaml-control-character = Aquí hay un carácter que no se ve ({ $character }).
    .label = quítalo

yaml-syntax = YAML no puede seguir leyendo aquí.
    .label = a partir de aquí

label-yaml-first = aquí está por primera vez

help-yaml-braces = si es un nombre con su valor, ponlos entre llaves: { $text }
help-yaml-quotes = ponlo todo entre comillas: { $text }
help-yaml-list-below = si es una lista, empiézala en la línea siguiente
help-yaml-spaces = configura tu editor para que escriba espacios cuando pulses el tabulador
help-yaml-single-quotes = entre comillas simples ('…') la barra invertida es un carácter como los demás
help-yaml-indentation = las líneas que van juntas empiezan con el mismo número de espacios
help-yaml-comment = pon el comentario en una línea antes del texto
help-yaml-name-value = escríbelo como `nombre: valor`
help-yaml-retype = borra uno de los dos y vuelve a escribirlo

cannot-rewrite = Este archivo está escrito de una manera que no permite cambiarlo sin rehacerlo.
    .label = esto no se puede cambiar
help-rewrite = no se ha escrito nada; escribe lo que hay ahí sin `&`, `*` ni `!`, cada cosa en su línea
