# Personajes: lo que hay en sus archivos. La clave es el código del error; `.label` va
# bajo el sitio.

no-open-group = «{ $name }» es un rasgo con su valor, no un grupo de nombres que elige cada personaje.
    .label = lleva nombres debajo
name-of-the-game = «{ $name }» es un nombre del juego, así que un personaje no puede llamar así a nada suyo.
    .label = un nombre del juego
no-such-points = No hay puntos que se llamen «{ $name }».
    .label = no existen
no-such-track = No hay ninguna barra de casillas llamada «{ $name }».
    .label = no existe esa barra
no-such-mark = «{ $track }» no tiene ninguna marca llamada «{ $name }».
    .label = no existe esa marca
no-such-tag = No hay ninguna etiqueta llamada «{ $name }».
    .label = no existe esa etiqueta
no-such-tag-value = «{ $kind }» no tiene ningún valor llamado «{ $name }».
    .label = no existe ese valor
points-of-the-table = «{ $name }» es de la mesa, no de un personaje: va en el archivo de la mesa.
    .label = es de la mesa
not-of-the-table = «{ $name }» es de los personajes; la mesa solo tiene puntos propios y etiquetas.
    .label = es de un personaje
tag-needs-name = Los nombres de «{ $kind }» los elige cada cual: escríbelos debajo, uno por línea.
    .label = ¿cómo se llama?
tag-without-names = «{ $kind }» no lleva nombres propios, así que aquí no puede ir «{ $name }»: pon `yes` (sí), o sus valores.
    .label = un nombre
tag-only-once = Nadie puede tener «{ $kind }» más de una vez.
    .label = por segunda vez
tag-value-missing = «{ $kind }» necesita «{ $name }», y aquí falta.
    .label = falta «{ $name }»
tag-for-and-until = `for` y `until` no pueden ir juntos: una etiqueta acaba de una sola manera.
    .label = ¿y el `for`?
tag-needs-time = Cuánto dura «{ $kind }» se calcula al ganarla, así que aquí hay que decirlo: {"`{for: …}`"}.
    .label = ¿cuánto dura?
count-without-time = `{ $text }` no dice de qué unidad de tiempo.
    .label = ¿{ $text } de qué?
no-such-condition = En este juego nada dura hasta «{ $text }».
    .label = no es una condición del juego
help-belongs-under = va bajo `{ $section }`

## Escribirlos

file-not-as-read = Este archivo ha cambiado desde que se leyó.
    .label = ahora es distinto
tag-named-twice = «{ $kind }» tiene dos con el nombre «{ $name }», y en un archivo solo cabe una.
trait-worked-out = «{ $name }» lo calculan las reglas; en una hoja no se escribe.
    .label = se calcula
help-worked-out = quítalo junto con su valor: se calcula así: { $formula }
