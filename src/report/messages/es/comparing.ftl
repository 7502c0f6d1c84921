cli-diff = Muestra en qué se distinguen dos reglamentos, regla por regla
cli-diff-from = El primer reglamento: un id, o la ruta de un archivo o carpeta
cli-diff-to = El segundo; sin él, el primero se compara con lo que extiende
cli-diff-odds = Muestra cuánto mueve cada cambio las probabilidades de las pruebas que toca
cli-diff-with = El archivo de un personaje que hace esas pruebas, o NOMBRE=VALOR, un rasgo o unos puntos suyos; se puede repetir
cli-diff-set = Un dato de esas pruebas o una opción del reglamento; se puede repetir
cli-diff-format = Cómo se escriben las diferencias
cli-diff-json = Lo mismo que --format json
cli-show-origin = Muestra en qué archivo y línea se escribió cada valor
diff-nothing = Dicen lo mismo.
diff-counts = Añadidos: { $added }; cambiados: { $changed }; quitados: { $removed }
diff-general = En general
diff-added = nuevo
diff-removed = quitado
diff-moved = en otro orden:
diff-same-odds = Tocadas, con las mismas probabilidades: { $names }
diff-no-odds = Sin probabilidades que comparar:
diff-give = Indica con --with y --set lo que necesitan.
diff-mean-of = media de { $name }
diff-mean-where = media de { $name }, cuando lo hay,
diff-of-one = «{ $name }» no extiende nada, así que no hay con qué compararlo: indica un segundo reglamento.
diff-reaches-too-much = Averiguar a qué pruebas llega el cambio de «{ $name }» exige más de { $limit } pasos para todos los cambios juntos.
    Compara sin `--odds`, o menos cambios a la vez.
diff-odds-cut = Solo se han comparado las probabilidades de las primeras { $limit } pruebas a las que llegan los cambios. Faltan: { $names }.
origin-what = qué
origin-value = valor
origin-where = escrito en
