cli-pack = Crea en esta carpeta un paquete, NOMBRE-VERSIÓN.zip, a partir de una carpeta con un `pack.yml`
cli-pack-folder = La carpeta
cli-pack-force = Sustituye un archivo que ya tenga ese nombre
cli-import = Comprueba un paquete y pasa sus casos, muestra qué contiene y lo instala si estás de acuerdo
cli-import-path = Una carpeta, un .zip o la dirección de uno (https://…)
cli-import-yes = No pregunta
cli-import-downgrade = También sustituye una versión más nueva por otra más antigua
cli-import-locked = Exactamente lo que dice `tirada.lock` y nada más; sin ruta, todo lo que enumera y no está instalado
cli-remove = Quita un paquete instalado
cli-remove-pack = El paquete, por su id
cli-remove-yes = No pregunta
cli-update = Trae de nuevo los paquetes de donde vinieron
cli-update-packs = Paquetes, por id; ninguno: todos los que se importaron
cli-update-yes = No pregunta
cli-lock = Anota en `tirada.lock` con qué reglamentos exactos juega esta mesa
cli-lock-rulesets = Reglamentos, por id; ninguno: los del archivo de bloqueo y los de los personajes de esta carpeta o, si no hay, el habitual
cli-lock-check = Solo compara, para scripts: código de salida 1 si algo difiere
cli-lock-force = Lo escribe de nuevo aunque no se entienda el que hay

list-pack = paquete { $name } { $version }
pack-authors = De { $authors }
pack-licence = Licencia: { $licence }
pack-language = Idioma: { $language }
pack-needs-program = Necesita { $id } { $range }: { $version }, incluido en tirada
pack-needs-pack = Necesita { $id } { $range }: { $version }, instalado
pack-files = { $files ->
    [one] Un archivo, { $size }
   *[other] { $files } archivos, { $size }
  }
pack-characters = Personajes: { $names }
pack-from = Viene de { $source }
pack-to = Irá a { $path }
pack-folder = Está en { $path }
pack-replaces = Sustituye a la versión { $old } en { $path }: { $old } → { $new }
pack-replaces-same = Sustituye a la versión { $old } en { $path } por otros archivos de la misma versión
pack-replaces-newer = Sustituye a la versión { $old } en { $path }, que es más nueva: { $old } → { $new }
pack-takes-away = Desaparece: { $names }
pack-was-changed = Los archivos instalados se han cambiado a mano: esos cambios se pierden
pack-column-ruleset = reglamento
pack-column-name = nombre
pack-column-extends = extiende
pack-column-cases = casos
pack-cases = { $passed ->
    [one] 1 superado
   *[other] { $passed } superados
}, { $failed ->
    [one] 1 fallido
   *[other] { $failed } fallidos
}
pack-ask-install = ¿Lo instalo? [s/N]
pack-ask-older = Es más antiguo que lo que sustituye. ¿Lo instalo de todos modos? [s/N]
pack-ask-remove = ¿Lo quito? [s/N]
pack-installed = Instalado: { $id } { $version } en { $path }
    Se juega con `-r { $ruleset }`.
pack-not-installed = No se ha instalado nada.
pack-removed = Quitado: { $id } { $version }
pack-not-removed = No se ha quitado nada.
pack-already-there = { $id } { $version } ya está instalado, exactamente así.
pack-up-to-date = { $id } { $version } está al día.
pack-none = No hay paquetes instalados.
pack-made = { $rulesets ->
    [one] Un reglamento
   *[other] { $rulesets } reglamentos
  }, { $cases ->
    [one] un caso superado
   *[other] { $cases } casos superados
  }, { $files ->
    [one] un archivo
   *[other] { $files } archivos
  }, { $size }: { $path }
lock-column-version = versión
lock-column-sum = huella
lock-by-hand = guardado a mano
lock-written = Escrito: { $path }
lock-holds = { $count ->
    [one] El reglamento es el que dice { $path }.
   *[other] Los { $count } reglamentos son los que dice { $path }.
  }

pack-without-file = En { $path } no hay ningún pack.yml, así que no es un paquete.
help-pack-file = un pack.yml empieza así:
    tirada pack: 1
    id: { $id }
    version: 1.0.0
    authors: [Tu nombre]
    licence: CC-BY-4.0
    language: es
    needs: {"{}"}
pack-without-ruleset = Este paquete no trae ningún reglamento.
    .label = no hay reglas ni en su carpeta ni en las que tiene dentro

pack-name-not-text = El nombre «{ $name }» no está escrito en UTF-8, así que no sería el mismo en todas partes.
pack-link = «{ $name }» es un enlace. Un paquete solo lleva archivos, porque un enlace podría llevar fuera de él.
pack-special-file = «{ $name }» no es un archivo corriente, y un paquete no lleva otra cosa.
pack-bad-path = { $what ->
    [absolute] «{ $name }» lleva fuera del paquete: empieza en la raíz de un disco.
    [outside] «{ $name }» lleva fuera del paquete con `..`.
    [backslash] «{ $name }» tiene una `\`, que en algunos sistemas separa carpetas; escribe `/`.
    [long] «{ $name }» es demasiado largo para el nombre de un archivo con sus carpetas.
    [deep] «{ $name }» está dentro de demasiadas carpetas.
   *[strange] «{ $name }» no puede ser el nombre de un archivo en todos los sistemas.
  }
pack-name-twice = «{ $name }» está dos veces; en muchos sistemas, los nombres que solo difieren en mayúsculas son el mismo.
pack-file-too-large = «{ $name }» es demasiado grande: como mucho { $limit }.
pack-too-large = Los archivos de este paquete son demasiado grandes en conjunto: como mucho { $limit }.
pack-too-many-files = En este paquete hay demasiados archivos: como mucho { $limit }.
pack-too-many-cases = En este paquete hay demasiados casos: como mucho { $limit }.
    .label = en este paquete
pack-zip-too-large = { $name } es demasiado grande para un paquete: como mucho { $limit }.
pack-zip-broken = { $what ->
    [password] { $name } está protegido con contraseña; un paquete tiene que estar abierto a cualquiera.
    [method] { $name } está comprimido de un modo que no todos los sistemas conocen; hazlo con `tirada pack`, o como un .zip corriente («deflate»).
    [twice] { $name } tiene dos archivos con el mismo nombre.
   *[broken] { $name } no es un .zip que se pueda leer entero.
  }
pack-left-behind = Se queda fuera, porque un paquete solo lleva .yml, .md, .txt, LICENSE y similares: { $names }
pack-ruleset-id = El `id` de este reglamento es «{ $id }», pero se encontraría como «{ $folder }»: ponles el mismo nombre. (Si las reglas están junto a pack.yml, es el id del paquete.)
    .label = estas reglas
pack-case-failed = El caso «{ $name }» falla: en { $what } ha salido { $found }, y se esperaba { $expected }.
    .label = aquí se espera

pack-clash = { $what ->
    [program] «{ $name }» es el propio programa; ponle otro nombre al paquete.
    [shipped] El programa ya incluye un reglamento «{ $name }»; ponle otro nombre al tuyo.
    [pack] El paquete instalado «{ $other }» ya tiene un reglamento «{ $name }».
    [own] Ya hay un reglamento «{ $name }» en { $other }, que no es de ningún paquete: muévelo a otro sitio o ponle otro nombre al tuyo.
   *[folder] Ya hay algo donde iría el paquete «{ $name }»: { $other }.
  }
    .label = ese id ya está ocupado
pack-hidden = El reglamento «{ $name }» no se encontrará por su id: TIRADA_PATH tiene otro, en { $path }, que va antes.
pack-need-missing = Este paquete necesita «{ $name }», que no está instalado.
    .label = no está
pack-need-version = Este paquete necesita «{ $name }» en la versión { $range }, y está la { $version }.
    .label = no es esta versión
pack-need-circle = Los paquetes no pueden depender unos de otros sin fin: { $path }.
    .label = vuelve al principio
pack-need-unsaid = El reglamento extiende «{ $name }», y el paquete no dice que lo necesite.
    .label = de fuera del paquete
help-import-need = impórtalo antes: `tirada import` acepta una carpeta, un .zip o una dirección
help-update-need = `tirada update { $name }` trae uno más nuevo, si lo hay
help-update-program = viene con el programa: consigue otra versión de tirada
help-write-need = escribe bajo `needs:` en pack.yml: { $need }
pack-breaks-need = El paquete instalado «{ $name }» necesita «{ $id }» en la versión { $range }, y esta es la { $version }.
    .label = no le sirve a «{ $name }»
pack-breaks-ruleset = Con este «{ $id }», el reglamento «{ $ruleset }» del paquete instalado «{ $name }» dejaría de funcionar.
pack-is-needed = No se puede quitar «{ $name }»: hace falta para { $names }.
pack-unknown = No hay ningún paquete instalado que se llame «{ $name }».
help-in-pack = es un reglamento del paquete «{ $name }»
help-comes-with-program = viene con el programa, y se queda
pack-without-record = No consta de dónde vino «{ $name }»: alguien lo puso ahí a mano. Impórtalo una vez y se podrá actualizar.
pack-another-id = De donde vino «{ $name }» hay ahora otro paquete, «{ $other }»: { $source }

pack-bad-address = { $what ->
    [scheme] «{ $address }» no es una dirección de la que se pueda traer un paquete: empieza por https:// o http://.
    [password] Una dirección con nombre o contraseña quedaría anotada en los registros; trae tú el .zip e impórtalo.
   *[address] «{ $address }» no es una dirección.
  }
pack-not-fetched = { $what ->
    [status] { $address } responde con el error { $status }.
    [time] { $address } tarda más de { $seconds } segundos.
    [host] No se encuentra el servidor de { $address }.
    [redirects] { $address } lleva a otras direcciones más de { $redirects } veces, o a ninguna que sirva.
    [unsafe] { $address } lleva a una dirección sin https.
    [large] Lo que hay en { $address } es demasiado grande para un paquete: como mucho { $limit }.
   *[connection] No se puede conectar con { $address }, o la conexión se corta.
  }
pack-not-written = No se puede escribir { $path }: { $why ->
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
pack-no-data-folder = No hay carpeta de datos: define HOME.
pack-exists = { $path } ya existe, y es otro. Quien lo tenga tomaría el nuevo por el mismo: sube la versión en pack.yml, o usa --force.
pack-is-older = «{ $name }» { $old } está instalado y { $new } es más antiguo; no hay ningún terminal en el que preguntar si puede sustituirlo.
help-downgrade = con `--downgrade`, una versión más antigua sustituye a una más nueva
pack-nobody-to-ask = No hay ningún terminal en el que preguntar: usa --yes para seguir sin preguntar.

lock-not-there = En esta carpeta no hay ningún tirada.lock; `tirada lock` escribe uno.
bad-lock = No se entiende { $path }; `tirada lock --force` lo escribe de nuevo.
lock-ruleset-missing = tirada.lock dice que aquí se juega a «{ $name }» ({ $locked }), y no está instalado.
lock-ruleset-differs = «{ $name }» no es el que dice tirada.lock: dice { $locked }, y está instalado { $found }.
lock-pack-changed = Los archivos del paquete instalado «{ $name }» { $version } ya no son los que se instalaron y bloquearon.
help-lock-changed = si los cambiaste a propósito, dale otra versión al paquete y bloquea esa
help-ignore-lock = con `--ignore-lock` se juega de todos modos
lock-program-differs = Esta mesa se bloqueó con tirada { $locked }, y este es { $found }. Las reglas son las mismas.
lock-pack-differs = «{ $name }» de este paquete (versión { $version }) no es el que dice tirada.lock (versión { $locked }).
lock-without-pack = tirada.lock no dice nada de ningún paquete «{ $name }».
lock-without-source = tirada.lock no dice de dónde viene el paquete «{ $name }»; tráelo con `tirada import --locked RUTA`.
help-import-locked = `tirada import --locked` trae lo que dice
help-locked-program = viene con tirada { $version }: consigue esa versión
help-locked-folder = se guarda a mano: vuelve a poner los archivos como estaban
help-lock-anew = si es a lo que se juega desde ahora, `tirada lock` lo anota
