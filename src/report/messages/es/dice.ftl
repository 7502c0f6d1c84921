# Dados cuyos números se saben al tirarlos, y dados con nombre.

die-without-sides = Un dado necesita al menos una cara, y aquí tiene { $sides }.
    .label = sale { $sides }
which-dice = Esta prueba tira dados con varios nombres, y aquí falta decir cuáles se leen.
    .label = ¿de qué dados?
no-worth-of-dice = No se puede sumar lo que valen los dados según «{ $table }»: hacen falta filas que se encuentren por un número (`from`, `ranges`, `ordered`), y un número en la columna.
    .label = no por las caras de los dados
face-without-row = Un dado marca { $face }, y la tabla no tiene fila para eso.
    .label = no hay fila para { $face }
of-many = Aquí `each` recorre a todos los de «{ $name }»; `of` solo sirve para decir de quién son unas etiquetas.
    .label = sobra
