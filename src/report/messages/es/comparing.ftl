diff-nothing = Dicen lo mismo.
diff-counts = Añadidos: { $added }; cambiados: { $changed }; quitados: { $removed }
diff-general = En general
diff-added = nuevo
diff-removed = quitado
diff-moved = en otro orden:
diff-together = Donde intervienen varios cambios
diff-and-more = { $names } y { $count } más
diff-same-odds = Afectadas, con las mismas probabilidades: { $names }
diff-no-odds = Sin probabilidades que comparar:
diff-give = Indica con --with y --set lo que necesitan.
diff-mean-of = media de { $name }
diff-mean-where = media de { $name }, cuando lo hay,
diff-reaches-too-much = Averiguar a qué pruebas afecta el cambio de «{ $name }» exige más de { $limit } pasos para todos los cambios juntos.
    Compara sin `--odds`, o menos cambios a la vez.
origin-what = qué
origin-value = valor
origin-where = escrito en
