# `tirada check`.
cli-check-watch = Comprueba y prueba otra vez cada vez que se guarda algo, hasta que se interrumpa
check-watching = Atento a los cambios de { $files ->
    [one] un archivo
   *[other] { $files } archivos
  }; Ctrl-C termina.

# Lo que espera un caso.
expects-nothing = Nada se llama «{ $name }» entre lo que aquí se puede esperar.
    .label = nada se llama así
never-so = «{ $name }» nunca es «{ $text }».
    .label = nunca sale
help-expect-number = escribe el número que esperas, por ejemplo 12
no-such-code = No hay ningún error que se llame «{ $text }».
    .label = no hay tal error
help-error-codes = el nombre de un error está entre corchetes delante de su mensaje, como en `error[unknown-name]`

# Lo que arregla YAML.
yaml-missing-dash = Aquí empieza un elemento de una lista, y le falta el guion.
    .label = falta `- ` delante de esto
help-yaml-dash = cada elemento de una lista empieza con `- `; lo suyo va debajo de su primera palabra
help-yaml-close-quote = cierra las comillas donde acaba el texto
help-yaml-close = escribe `{ $closing }` donde acabe
help-yaml-once = deja uno solo: junta lo que va junto, o ponle otro nombre a uno
help-yaml-inner-quotes = entre comillas simples, un apóstrofo se escribe dos veces: ''

# Lo que arregla lo demás.
help-read-cell = una casilla de la tabla se lee con la fila entre corchetes: { $table }[…]
help-text-shown = un texto solo se puede mostrar; puede que otra columna de su fila tenga un número
help-compare-with = se puede comparar con: { $names }
help-move-one-end = mueve uno de sus extremos
help-before-it = ponlo antes del que se cumple siempre, o di en ese cuándo se cumple (`when`)
help-roles = di al principio de la acción quién participa, como en `roles: [atacante]`
help-extends-circle = un juego amplía otro que se sostiene por sí mismo
label-closes-circle = aquí se cierra el círculo
help-circle = uno de ellos tiene que poder pasarse sin los otros
help-id = escribe, por ejemplo, `id: mi-juego`, como se llame su carpeta o archivo
