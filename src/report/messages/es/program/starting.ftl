cli-new = Crea un juego: una carpeta con reglas que ya se pueden jugar, y notas
cli-new-name = El nombre del juego; la carpeta se llama igual, en minúsculas y sin espacios
cli-new-extends = El juego del que es una variante: un id de los que muestra `tirada list`, o la ruta de un archivo o carpeta
cli-new-dice = Los dados que tira: 2d6, 1d20, 2d20kh1, 4dF (se suman), bajo d100 (no más que una habilidad), reserva d6 (se cuentan); si no se dice, se pregunta
cli-new-language = El idioma de sus palabras: en o es; si no se dice, el de los mensajes
cli-new-character = Crea el archivo de un personaje, pregunta a pregunta, dentro de los límites del reglamento
cli-new-character-file = El archivo, por ejemplo ana.yml
cli-new-character-seed = La semilla de los dados que se escriben como respuesta, por ejemplo 2d6
new-ask-dice =
    ¿Qué dados tira el juego?
      2d6         se suman, contra un número; también 1d20, 3d10kh2, 4dF, 1d6!, etc.
      bajo d100   no más que una habilidad; también bajo d20, bajo 3d6, etc.
      reserva d6  varios, y se cuentan los que sacan lo suficiente; también reserva d10, reserva d6!, etc.
new-common = Sin respuesta, se usa { $dice }.
new-rules = las reglas, con notas
new-cases = ejemplos resueltos
new-person = un personaje con el que jugar
new-next =
    Ahora:
      tirada do -r { $path }      enumerar las acciones
      tirada show { $path }       las reglas
      tirada test { $path }       pasar los ejemplos
      tirada check { $path }      tras cada cambio: buscar errores en las reglas
      tirada -r { $path }         jugar
new-next-variant =
    Ahora:
      tirada show { $path }       las reglas
      tirada diff { $path }       enumerar las diferencias
      tirada test { $path }       pasar los ejemplos
      tirada check { $path }      tras cada cambio: buscar errores en las reglas
      tirada -r { $path }         jugar
new-no-name = «{ $name }» no tiene letras de la a a la z ni cifras, así que no puede ser el nombre de una carpeta.
new-device = En algunos sistemas «{ $name }» es un dispositivo, así que ninguna carpeta puede llamarse así.
new-exists = { $path } ya existe.
new-taken = Ya hay un juego «{ $id }».
new-not-dice = «{ $text }» no es una tirada de dados.
help-new-dice = escribe, por ejemplo, 2d6, bajo d100 o reserva d6
new-nothing-open = Con «{ $dice }» nunca hay duda: toda tirada tiene éxito, o toda tirada falla.
help-new-exists = elige otro nombre, o quita antes lo que hay
help-new-taken = elige otro nombre; para una variante suya: tirada new NOMBRE --extends { $id }
help-new-more-faces = elige dados con más de una cara
new-base-elsewhere = «{ $id }» no se encontraría desde { $path }.
help-new-beside = empieza el juego nuevo a su lado: `-r` y `extends` encuentran lo que está en la misma carpeta

new-character-name = Nombre:
new-character-trait = { $name } ({ $range }):
new-character-usual = { $name } ({ $range }; vacío: lo habitual):
new-character-default = { $name } ({ $range }; vacío: { $usual }):
new-character-member = { $name }, un nombre y su valor, { $range }, como «Tiro con arco 3» (vacío: ninguno más):
new-character-tag = { $name }, un nombre (vacío: ninguno más):
new-character-open = { $name } se queda sin valor: las tiradas que lo necesiten lo preguntarán.
new-character-sum = { $name }: { $sum } en total
new-character-again = { $name }: { $before } → { $value }
new-character-left-out = «{ $tag }» se deja fuera: le hace falta un valor de «{ $name }».
new-character-lost = Estas eran las respuestas; { $path } no se ha escrito:
member-without-name = A «{ $text }» le falta el nombre: escribe el nombre y después el valor.
    .label = ¿de quién es?
character-unfinished = No se escribe nada: las respuestas acabaron antes que las preguntas.
    .label = acaba aquí
