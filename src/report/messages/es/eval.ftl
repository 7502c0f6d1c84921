internal = Ha fallado el propio programa ({ $where }), no lo que has escrito: comunica el fallo, por favor, e incluye lo que escribiste y el juego.
    .label = mientras se calculaba esto

too-few-dice = { $given ->
    [one] Se ha dado { $given } dado y hacen falta al menos { $needed }.
   *[other] Se han dado { $given } dados y hacen falta al menos { $needed }.
}
    .label = no bastan estos dados
impossible-face = En un { $die } no puede salir { $face }.
    .label = se tira con { $die }
negative-dice = No se pueden tirar { $count } dados: su número sale menor que cero.
    .label = aquí sale { $count }
die-not-in-roll = En esta tirada no se puede leer «{ $name }»: no está entre los dados que quedan.
    .label = no está en esta tirada
no-such-die = { $have ->
    [one] No hay ningún dado en la posición { $n }: la tirada solo tiene { $have } dado.
   *[other] No hay ningún dado en la posición { $n }: la tirada tiene { $have } dados, contados desde 1.
}
    .label = no existe ese dado

no-row = El número { $number } no corresponde a ninguna fila de la tabla «{ $table }».
    .label = no hay fila para { $number }
no-row-there = { $rows ->
    [one] No hay fila { $position } en la tabla «{ $table }»: tiene { $rows } fila.
   *[other] No hay fila { $position } en la tabla «{ $table }»: tiene { $rows } filas.
}
    .label = no hay fila { $position }
table-too-deep = «{ $table }» remite a sí misma más de { $again ->
        [one] una vez seguida
       *[other] { $again } veces seguidas
    }, que es lo que permite su `again`. Tira otra vez.
    .label = demasiado profundo

trait-without-value = { $who ->
    [none] «{ $name }» todavía no tiene valor.
   *[other] A { $who } le falta el valor de «{ $name }».
}
    .label = ¿cuánto vale?
input-without-value = Esta prueba necesita «{ $name }».
    .label = falta «{ $name }»
option-pending = El libro deja abierta la opción «{ $name }», y nadie ha elegido su valor.
    .label = sin elegir
cell-pending = El libro deja sin concretar { $name }: { $why }.
    .label = no está en el libro
no-target = `margin` es la diferencia entre el total y aquello con lo que se compara, y esta prueba no lo compara con nada.
    .label = ¿comparado con qué?

input-out-of-range = «{ $name }» no puede ser { $value }: se admite `{ $range }`.
    .label = fuera de `{ $range }`
trait-out-of-range = «{ $name }» no puede ser { $value }: se admite `{ $range }`.
    .label = fuera de `{ $range }`
beyond-bounds = «{ $name }» vale { $value } aquí, y ahora mismo las reglas admiten `{ $range }`.
    .label = fuera de `{ $range }`
requirement-unmet = Aquí no se cumple «{ $sentence }»{ $compared ->
        [yes] : el lado izquierdo vale { $left } y el derecho, { $right }
       *[no] {""}
    }.
    .label = no cumple lo exigido
unknown-trait = No hay ningún rasgo llamado «{ $name }».
    .label = no existe ese rasgo
not-a-trait = «{ $name }» no es un rasgo ni unos puntos, y con --with solo se dan rasgos y puntos.
    .label = ni rasgo ni puntos
option-with = «{ $name }» es una opción: elígela con --set, no con --with.
    .label = una opción

result-too-large = El resultado es demasiado grande para calcular con él.
    .label = sale demasiado grande
too-many-steps = Esto tarda demasiado en calcularse: el límite es de { $limit } pasos.
    .label = demasiado largo
too-deep-evaluation = Aquí hay demasiadas fórmulas que dependen unas de otras: el máximo es de { $limit } niveles.
    .label = demasiados niveles
too-many-ties = { $limit ->
    [0] Tras tantos empates, lo que queda es tan poco probable que ya no se sigue; cada empate cambia lo que viene después.
   *[other] { $limit } empates seguidos: estos dos lados empatan casi siempre.
}
    .label = empate tras empate

odds-too-large = Calcular esto con exactitud exige tablas demasiado grandes.
    .label = demasiados valores o dados
odds-too-long = Calcular esto con exactitud exige recorrer unos { $ways } casos.
    .label = demasiados casos
odds-of-own-trait = Las probabilidades no pueden decir cómo cambia «{ $name }»: es un rasgo con nombre propio de un personaje.
    .label = cambia un rasgo con nombre propio
odds-no-test = Solo se puede intervenir tras la tirada en una prueba de un solo lado.
    .label = esto no lo es
best-not-a-number = Lo que busca `--best` tiene que ser un número, o bien sí o no.
    .label = no es ni lo uno ni lo otro
best-ties = No se sabe qué es lo mejor si los empates se vuelven a tirar: se podría decidir otra cosa en cada uno.
    .label = se vuelve a tirar tras un empate
best-unsure = Qué es lo mejor depende de casos cuyo final no se conoce: dados que explotan más veces de las que se siguen, o fórmulas que fallan.
    .label = no se conoce
policy-not-here = La condición de «{ $name }» lee algo que no existe en «{ $place }».
    .label = se puede hacer aquí
given-for-odds = `given` solo vale para las probabilidades: los dados de la mesa muestran lo que muestran.
    .label = para probabilidades
given-apart = Lo que sigue a `given` no comparte dados con lo que se pregunta: las probabilidades son las mismas sin ello.
    .label = no cambia nada
given-never = { $sampled ->
        [yes] Esto no ocurre en ninguna de las muestras: pide más o calcula las probabilidades exactas sin `--simulate`.
       *[no] Esto no ocurre nunca: no se puede decir qué pasa entonces.
    }
    .label = { $sampled ->
        [yes] en ninguna muestra
       *[no] imposible
    }
joint-apart = Esto no comparte dados con lo demás que se pregunta: lo uno no depende de lo otro.
    .label = con dados propios
joint-too-many = Las probabilidades muestran dos cosas a la vez, no más.
    .label = sobra
joint-two-tests = De lo que se pregunta a la vez, solo una cosa puede ser una prueba.
    .label = segunda prueba
odds-never-end = Esto no acaba nunca: no hay forma de dejar de repetir la tirada.
    .label = se repite sin fin

help-ask-odds = pregunta por las probabilidades: `odds A given B`
help-given-are = da un rasgo o unos puntos por su propio nombre; las marcas, las etiquetas y lo que tengan los demás van en el archivo del personaje
help-give-with = dale un valor: --with { $example }
help-give-set = indícalo: --set { $example }
help-followed = lo que lo hace grande (dados, y de cuántas maneras se siguen): { $dice }
help-simulate = usa menos dados o caras, o estima el resultado con muestras: `tirada odds … --simulate 100000`
help-simulate-instead = usa menos dados o caras, o estima el resultado con muestras en vez de { $flags }: `tirada odds … --simulate 100000`
help-only-from-there = solo a partir del último de los dados que han salido: lo que acabó antes se queda como estaba
help-fewer-dice-or-faces = usa menos dados o caras
help-best-formula = de una prueba que se escribe es una sola palabra; las fórmulas son para una acción: `--do ACCIÓN --best FÓRMULA`
help-depth = o sigue menos explosiones: con `--depth { $depth }` hay respuesta
help-policy-instead = di tú cuándo se hace: `--policy "NOMBRE: CONDICIÓN"`, o `--choose NOMBRE` para hacerlo siempre que se pueda
help-pick-instead = di tú qué dados se eligen: --set "{ $example }"
help-odds-of-a-game = nombra un juego que tenga una prueba: `-r JUEGO`; sin `--after`, cualquier expresión tiene probabilidades
help-odds-of-an-action = dos bandos que se escriben se tiran sin intervenciones; sí las tiene una acción que los enfrente (`oppose`): `--do ACCIÓN`
help-policy-or = une las condiciones con `or`; para hacerla más veces, añade `--choose NOMBRE` por cada vez más
help-odds-a-test = escribe con qué se compara el total: … vs 14

too-much-text = Aquí se genera demasiado texto: como mucho { $limit } bytes de una vez.
    .label = demasiado texto

odds-too-much-work = Calcular esto con exactitud exige demasiado trabajo: el límite es de { $limit } unidades, cada una de un nanosegundo aproximadamente.
    .label = demasiado trabajo
odds-too-much-memory = Calcular esto ocupa más de los { $limit } MB disponibles para las probabilidades.
    .label = demasiados valores o casos
odds-no-samples = No hay ninguna muestra de la que contar nada: no se tomó ninguna.
odds-too-many-samples = Tantas muestras exigen demasiado trabajo: de esto se pueden tomar unas { $most }.
    .label = demasiado trabajo
nothing-thrown = { $several ->
    [yes] Los dados están en la fórmula del total, y no hay una única tirada que se pueda repetir.
   *[no] Todavía no se ha tirado ningún dado que se pueda repetir.
}
    .label = ¿qué dados?
