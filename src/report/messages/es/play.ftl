unknown-person = No hay ningún personaje llamado «{ $name }».
    .label = no existe ese personaje
unknown-intervention = No hay ninguna intervención llamada «{ $name }».
    .label = no existe esa intervención
answer-unused = Nada pide esto: { $names }.
    .label = no se pide
answer-without-name = «{ $name }» tiene que nombrar aquí uno de los rasgos; un número no dice cuál cambia ni cómo se llama.
    .label = ¿qué rasgo?
answer-not-asked = Aquí no se pregunta «{ $name }»: «{ $text }» no responde a nada.
    .label = no se pregunta
bad-answer = «{ $text }» no es una respuesta para «{ $name }».
    .label = no es una respuesta
too-few-answers = { $found ->
        [0] «{ $name }» pide { $limit } respuestas, y no hay nada que elegir.
        [1] «{ $name }» pide { $limit } respuestas, y solo hay una para elegir.
       *[other] «{ $name }» pide { $limit } respuestas, y solo hay { $found } para elegir.
    }
    .label = son muy pocas
too-many-answers = «{ $text }» son demasiadas respuestas: «{ $name }» admite { $limit } como mucho.
    .label = son demasiadas
picked-twice = { $unlike ->
    [none] «{ $text }» ya está elegido: la respuesta a «{ $name }» y las anteriores tienen que ser distintas.
   *[other] «{ $text }» tiene el mismo «{ $unlike }» que algo que ya está elegido, y solo puede haber uno de cada.
}
    .label = se elige aquí
ambiguous-answer = { $alike ->
    [yes] Hay varias iguales: «{ $text }» no dice cuál.
   *[no] Hay varios personajes con «{ $text }», y falta decir cuál.
}
    .label = { $alike ->
        [yes] ¿cuál?
       *[no] ¿de quién?
    }
decision-needed = { $by ->
    [none] Hay que decidir «{ $name }», y nadie lo ha decidido.
   *[other] { $by } tiene que decidir «{ $name }», y no lo ha hecho.
}
    .label = aún sin decidir
not-yours = «{ $name }» lo decide { $by }.
help-asked-by-others = «{ $name }» lo pide { $others }, y aquí se tira { $picked }
help-option-decides = lo decide la opción «{ $name }»: con ese valor, esta acción no existe
help-asked-in = quien lo pregunta: { $action }
help-they-are-asked = quítalo: lo que { $by } no diga se pregunta, o tiene su valor por defecto
not-faces = «{ $text }» no dice qué dados: escribe las caras que muestran, como `4, 1`.
    .label = no son caras

need-not-met = { $who ->
    [none] { $message }
   *[other] { $who }: { $message }
}
    .label = por eso no se hace
has-another = { $who } ya tiene otra «{ $name }».
    .label = dos con el mismo nombre
not-enough-points = { $who ->
    [none] La mesa tiene { $have } de «{ $name }», y para esto { $need ->
        [one] hace falta
       *[other] hacen falta
    } { $need }.
   *[other] { $who } tiene { $have } de «{ $name }», y para esto { $need ->
        [one] hace falta
       *[other] hacen falta
    } { $need }.
}
    .label = { $need ->
        [one] hace falta
       *[other] hacen falta
    } { $need }
intervention-not-here = «{ $name }» no se podía usar en ningún momento de lo que se ha hecho.
    .label = no se ha podido usar
intervention-not-now = «{ $name }» no se puede hacer ahora: tiene que cumplirse { $condition }.
    .label = ahora no
intervention-without-effect = { $why ->
    [unread] «{ $name }» no cambia nada en esta tirada, que no tiene en cuenta lo que cambia: { $names }.
    [same] «{ $name }» no cambia nada en esta tirada, donde lo que cambia ya tiene ese valor: { $names }.
    [result] «{ $name }» no cambiaría nada: con otro valor de { $names }, esta tirada queda igual.
    [other-dice] «{ $name }» no cambiaría nada: solo repite dados que esta tirada no tiene en cuenta.
    [dice] «{ $name }» no repite ningún dado de esta tirada ni cambia nada más en ella.
   *[nothing] «{ $name }» no cambiaría nada: ninguno de sus pasos tiene efecto aquí.
}
    .label = sin efecto
no-such-face = No hay ningún dado que marque { $face }, o no hay tantos.
    .label = ¿qué dado?

nobody-there = Aquí «{ $name }» no es ningún personaje, así que no se puede leer nada suyo.
    .label = no es un personaje
label-not-set = «{ $name }» no tiene valor: el paso que se lo da no se ha hecho.
    .label = sin valor
not-rolled-yet = «{ $name }» no se ha tirado, así que no se puede leer nada de esa tirada.
    .label = sin tirar
no-outcome-holds = Con lo que ha salido en «{ $name }» no se cumple ningún resultado, así que no lo tiene.
    .label = sin resultado
not-in-this-outcome = «{ $name }» es de otro resultado, no del que ha salido.
    .label = no en este resultado
no-tag = Aquí «{ $name }» no es ninguna etiqueta: no se eligió ninguna, o ya no está.
    .label = sin etiqueta
tag-not-there = { $who ->
    [none] No tira nadie en particular, así que nadie tiene «{ $name }».
   *[other] { $who } no tiene «{ $name }».
}
    .label = no la tiene
tag-of-several = { $who } tiene varias veces «{ $name }», y aquí no se dice cuál.
    .label = ¿cuál?
deck-empty = { $left ->
    [0] El mazo «{ $name }» está vacío, y hay que robar { $wanted }.
    [one] En el mazo «{ $name }» queda { $left } carta, y hay que robar { $wanted }.
   *[other] En el mazo «{ $name }» quedan { $left } cartas, y hay que robar { $wanted }.
}
    .label = no hay bastantes cartas
card-not-in-pile = La carta número { $number } de «{ $name }» no está en el mazo: la tiene un personaje, está descartada o no existe.
    .label = no está en el mazo
card-twice = «{ $name }» está dos veces fuera del mazo, y solo hay una: mira las hojas.
    .label = sobra una
points-without-max = «{ $name }» no tiene `max` en este juego.
    .label = sin límite superior
no-row-called-so = Lo que vale aquí «{ $name }» no tiene fila ni columna en la tabla «{ $table }».
    .label = sin fila ni columna

too-many-actions = Aquí se encadenan demasiadas acciones: como mucho { $limit }.
    .label = con esta se pasa del límite
too-many-rounds = Se pueden repetir { $limit } rondas como mucho, y aquí son { $number }.
    .label = demasiadas rondas
no-rounds = Con `repeat: { $number }` estos pasos no se hacen nunca.
    .label = como mínimo, 1
too-much-time = Pasa demasiado tiempo de una vez: como mucho { $limit } unidades.
    .label = demasiado

label-rolled-here = esto es lo que se tira

help-leave-out = quítalo, o di antes lo que hace que se pregunte
help-somebody-else = si es otra persona: { $example }
help-people-are = presentes: { $names }
help-give-trait = escríbelo bajo `traits` en el personaje
help-give-points = escríbelo bajo `points` en el personaje
help-rolls-were = estas son las tiradas que hubo: { $names }
help-before-these = se puede hacer antes de: { $names }
help-after-these = se puede hacer después de: { $names }
help-settled-these = se puede hacer cuando ya está decidido: { $names }
help-dice-for = los dados que faltan son para { $roll ->
    [none] «{ $action }»
   *[other] «{ $roll }», en «{ $action }»
}{ $who ->
    [none] {""}
   *[other] {""}: { $who }
}
help-dice-rest = da también los dados que faltan, o deja que se tiren: --seed N
