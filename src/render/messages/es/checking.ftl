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
