cli-test = Pasa los casos que acompañan a un reglamento
cli-test-rulesets = Reglamentos: ids, o rutas de archivos o carpetas; ninguno: todos los que hay
cli-test-filter = Solo los casos que llevan esto en el nombre o en la fuente
cli-test-update = Escribe lo que ha salido en los casos que esperan otra cosa, después de mostrarlo
cli-test-yes = No pregunta
cli-test-coverage = Muestra qué filas, resultados, acciones e intervenciones no prueba ningún caso
cli-test-format = Cómo se escriben los resultados: text, json o junit
test-count = { $passed ->
    [one] 1 superado
   *[other] { $passed } superados
}, { $failed ->
    [one] 1 fallido
   *[other] { $failed } fallidos
}
cases-elsewhere = «{ $path }» contiene casos, pero solo se prueban los de la carpeta `cases`.
no-such-case = Ningún caso lleva «{ $name }» en el nombre ni en la fuente.
coverage-rows = Filas: { $done } de { $all }
coverage-outcomes = Resultados: { $done } de { $all }
coverage-actions = Acciones: { $done } de { $all }
coverage-interventions = Intervenciones: { $done } de { $all }
update-built-in = { $ruleset }: { $name }: viene con el programa y no se toca; copia el reglamento para cambiarlo
update-stopped = { $ruleset }: { $name }: lo ha detenido un error y no se toca
update-nothing = No hay nada que escribir.
update-ask = ¿Lo escribo? [s/N]
update-not-written = No se ha escrito nada.
update-written = { $count ->
    [one] Se ha escrito un archivo.
   *[other] Se han escrito { $count } archivos.
}
