odds-value = valor
odds-total = total
odds-fraction = fracción
odds-chance = probabilidad
odds-exactly = exacto
odds-at-least = al menos
odds-at-most = a lo sumo
odds-outcome = resultado
odds-success = se logra
odds-is-success = éxito
odds-mean = media
odds-deviation = desviación
odds-median = mediana
odds-mode = moda
odds-modes = { $count } valores
odds-lowest = menor
odds-highest = mayor
odds-margin = margen
odds-mean-margin = margen medio
odds-from-to = de { $low } a { $high }
odds-difference = diferencia
odds-together = Los valores van agrupados de { $step } en { $step }.
odds-left-out = { $count ->
    [one] Se omite un valor de los extremos: menos de 1 entre 100 000 a cada lado.
   *[other] Se omiten { $count } valores de los extremos: menos de 1 entre 100 000 a cada lado.
}
odds-show-all = `--all` lo muestra todo.
odds-write-all = `--format csv` escribe todos los valores.
odds-left = Queda fuera { $chance }: dados que explotan más veces de las que se siguen. `--depth` sigue más explosiones.
odds-left-at-most = Queda fuera como mucho { $chance }: dados que explotan más veces de las que se siguen. `--depth` sigue más explosiones.
odds-undecided = Sin resultado conocido en { $chance }: dados que explotan más veces de las que se siguen.
odds-undecided-at-most = Sin resultado conocido como mucho en { $chance }: dados que explotan más veces de las que se siguen.
odds-unanswered = Sin respuesta en { $chance }: { $why }
odds-tags-left-out = Seguir también { $names } daría demasiados estados; `--track "{ $first }"` lo sigue de todos modos.
odds-cards-counted = Las cartas de { $names } se cuentan sin nombrarlas: hay demasiadas manos distintas.
odds-given-at-most = Solo si `{ $condition }`: como mucho el { $chance } de todas las tiradas.
odds-given = Solo si `{ $condition }`: { $chance } de todas las tiradas.
odds-pairs-all = todo
odds-pairs-hidden = { $count ->
    [one] Un par más, { $chance }; `--all` lo muestra.
   *[other] { $count } pares más, juntos { $chance }; `--all` los muestra.
}
odds-samples = A partir de { $count } muestras; no es exacto.
odds-samples-seed = A partir de { $count } muestras; no es exacto. Semilla { $seed }.
odds-within = Con un 95 % de confianza, ningún porcentaje se aparta más de { $points } puntos.
odds-interval = intervalo del 95 %
odds-grid = { $what }; de izquierda a derecha: { $name }
odds-grid-difference = { $other } menos { $one }, en puntos porcentuales
odds-every = Solo se dibuja una de cada { $every } líneas de «{ $name }».

odds-policy = «{ $decision }» solo se hace si se cumple: { $when }
odds-best = Las mejores decisiones para { $goal }: { $worth }
odds-best-nothing = No hay nada que decidir.
odds-policy-decision = decisión
odds-policy-at = en
odds-policy-when = conviene si
odds-policy-decided = se plantea
odds-policy-taken = se hace
odds-policy-always = siempre
odds-policy-never = nunca
odds-policy-faces = todos los que muestran { $faces }
odds-policy-answers = Las filas con una respuesta dicen qué se contesta cuando se interviene; no son condiciones para `--policy`.
odds-policy-more = { $told }; y { $count } más
odds-policy-unseen = * Lo mejor depende allí también de algo que la fila no dice, como los dados del rival o lo que aún puede hacerse después: quien se guíe solo por ella puede obtener menos.
odds-rolled = se tira en { $chance }
odds-none = nada
odds-unnamed = uno nuevo
odds-said = se dice
odds-said-more = { $count ->
    [one] Se omite una frase menos probable.
   *[other] Se omiten { $count } frases menos probables.
}
odds-has = después tiene
odds-marks = { $name }, marcas
odds-other-marks = { $name }, otras marcas
odds-other-values = { $name }, otros valores
odds-other-duration = { $name }, otra duración
odds-refused = No se puede hacer en { $chance }.
odds-comes-back = { $who }: { $name } cambia y acaba como estaba en { $chance }.
odds-turns-change-nothing = Después de cada turno todo queda como al principio.
odds-nothing-changes = No cambia nada.
odds-turn = turno
odds-unable = no se puede
odds-mean-change = Con signo: la diferencia media respecto al principio.

odds-fallen = los dados muestran { $dice }
odds-course = qué se hace
odds-cost = coste
odds-leave = dejarlos
odds-somebody = alguien
odds-seldom-rolled = { $count ->
    [one] Se omite otra tirada, que se hace en menos del 0,01 % de los casos.
   *[other] Se omiten otras { $count } tiradas, cada una en menos del 0,01 % de los casos.
}
odds-worse = { $count ->
    [one] Se omite una opción peor.
   *[other] Se omiten { $count } opciones peores.
}
