nothing-to-read = En este juego no hay nada que leer.
    .label = está vacío
unknown-ruleset = No hay ningún juego llamado «{ $name }».
    .label = no existe ese juego
unknown-setting = Aquí no hay nada llamado «{ $name }»: se pueden fijar las opciones del juego y lo que pide la prueba.
    .label = nada que fijar
dice-since = Después de la tirada de { $who } se lanzaron más dados: no se calcula qué pasaría. Aun así se puede hacer.
dice-left-over = { $given ->
    [one] Se ha dado { $given } dado, y { $used ->
        [0] no se ha usado.
       *[other] se han usado { $used }.
    }
   *[other] Se han dado { $given } dados, y { $used ->
        [0] no se ha usado ninguno.
        [one] solo se ha usado { $used }.
       *[other] solo se han usado { $used }.
    }
}
    .label = { $used ->
        [one] se tira { $used }
       *[other] se tiran { $used }
    }
nearly-a-trait = «{ $name }» se toma por un nombre propio del personaje; el juego tiene un rasgo con un nombre muy parecido.
odd-blanks = { $count ->
    [one] Este blanco no es un espacio, y YAML lo toma por una letra.
   *[other] { $count } blancos de este archivo no son espacios, y YAML los toma por letras.
}
    .label = el primero
help-invisible = aquí hay un carácter que no se ve: { $code }, { $what ->
    [no-break] un espacio en el que no se parte la línea
    [hyphen] un guion que solo se ve a final de línea
    [line] un salto de línea de otro tipo
    [nothing] uno que no ocupa nada
   *[blank] un espacio de otra anchura
}
help-shown-in-game = «{ $name }» está en el juego «{ $game }»: tirada show { $written } "{ $name }"
help-other-game = está en el juego «{ $game }»: -r { $written }
file-not-there = No hay ningún archivo { $path }.
file-is-folder = { $path } es una carpeta, y aquí hace falta un archivo.
file-no-folder = { $path } no es una carpeta, y aquí hace falta una.
file-forbidden = No hay permiso para leer o escribir { $path }.
file-unreadable = No se puede leer o escribir { $path }.
file-special = { $path } es { $what ->
    [fifo] una tubería con nombre
    [socket] un socket
    [folder] una carpeta
    [link] un enlace, y no a un archivo que exista
   *[device] un dispositivo
  }; aquí hace falta un archivo.
not-a-face = { $place ->
    [0] «{ $text }» no es la cara de un dado; escribe números con comas: 10,5,1.
   *[other] El lugar { $place } de los dados está vacío; entre dos comas tiene que haber una cara: 10,5,1.
}
no-character-file = { $path } no es un personaje: { $what ->
    [ruleset] es un reglamento
    [cases] contiene casos
    [pack] describe un paquete
    [translation] es una traducción
   *[other] no empieza por `tirada character: 1`
  }.
character-of-another-game = Este personaje es de «{ $name }», y se está jugando a «{ $game }».
    .label = otro reglamento
cases-of-another-game = Estos casos dicen que son de «{ $name }», pero están en la carpeta de «{ $game }», con el que se jugarían.
typed = <expresión>
case-none = (nada)
case-absent = nada que se llame así
case-error = el error { $code }
case-text = «{ $text }»
case-differs = { $what }: se esperaba { $expected }, ha salido { $found }
said-twice = A «{ $name }» se le dan dos valores.
id-differs = El `id` de este reglamento es «{ $id }», pero se encuentra por el nombre de su carpeta: «{ $folder }».
says-too-much = En «{ $whole }» sobra «{ $text }».
help-changed-by-both = cambiado en los dos sitios: { $names }
pack-too-slow = Comprobar esto y pasar sus casos exige demasiado trabajo: el límite son { $limit } pasos; dos millones llevan alrededor de un segundo.
    No se ha escrito nada.
already-here = Ya hay un personaje llamado «{ $name }».
    .label = ya está
nobody-of-that-name = No hay ningún personaje llamado «{ $name }».
    .label = no está
nothing-to-intervene = { $name ->
        [none] Sobre lo último que se ha tirado no hay nada que decidir.
       *[other] En lo último que se ha hecho no puede intervenir «{ $name }».
    }
    .label = ¿en qué?
intervention-whose = { $who } no ha hecho ninguna tirada en la que usar «{ $name }».
    .label = ¿en qué tirada?
intervention-own = «{ $name }» es para tiradas de otros, y estas son de { $who }.
    .label = ¿en qué tirada?
intervention-which = «{ $name }» puede referirse a varias.
    .label = ¿a cuál?
intervention-before-dice = «{ $name }» se dice antes de tirar, y los dados ya han caído.
    .label = demasiado tarde
help-rolled-alone = la última tirada ha sido { $text }: se puede intervenir en pruebas de un solo lado que haga alguien presente (`soy NOMBRE`), y en acciones
help-nobody-here = no hay ningún personaje: `cargar ARCHIVO` trae uno
help-begin = `empezar` pone en orden a los personajes
no-turns = No se está actuando por turnos.
    .label = ¿de quién es el turno?
no-one-can-act = Ningún personaje con turno puede actuar: `terminar` acaba con el orden de los turnos, `empezar NOMBRE` mete a alguien más en él, `pasar TIEMPO` deja pasar el tiempo sin turno, y `corregir NOMBRE` o `deshacer` hacen que alguien vuelva a poder.
    .label = nadie
help-at = di cuál es, con `at=«…»`: { $names }
help-say-at = de quién es la tirada, o cuál es, se dice con `at=`
help-at-case = di cuál es, con `at: …`: { $names }
help-say-with = escríbelo en la misma línea que la acción: { $example }
nothing-to-show = No hay nada llamado «{ $name }» en { $game }.
nobody-is-called-so = Ningún personaje puede llamarse «{ $name }»: esa palabra ya significa otra cosa.
    .label = no como nombre
