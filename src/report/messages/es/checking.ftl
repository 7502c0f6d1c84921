expects-nothing = Aquí no se puede esperar nada llamado «{ $name }».
    .label = desconocido
never-so = «{ $name }» nunca es «{ $text }».
    .label = nunca sale
help-expect-number = escribe el número que esperas, por ejemplo 12
help-fewer-dice = { $count ->
    [one] el caso tira un solo dado
   *[other] el caso tira { $count } dados
}
help-comes-always = siempre es { $value }
help-comes-between = { $least ->
    [none] nunca pasa de { $most }
   *[other] { $most ->
        [none] nunca baja de { $least }
       *[other] nunca baja de { $least } ni pasa de { $most }
    }
}
no-such-code = No hay ningún error que se llame «{ $text }».
    .label = no existe ese error
help-error-codes = el nombre de un error está entre corchetes delante de su mensaje, como en `error[unknown-name]`

yaml-missing-dash = Aquí empieza un elemento de una lista, y le falta el guion.
    .label = falta `- ` delante de esto
yaml-unmerged = Aquí hay dos versiones del archivo, una detrás de otra, como las deja un control de versiones que no ha podido fusionarlas.
    .label = aquí empieza la primera
help-yaml-unmerged = deja una de ellas y quita las líneas con `<<<<<<<`, `=======` y `>>>>>>>`
help-yaml-dash = cada elemento de una lista empieza con `- `; el resto del elemento va alineado debajo de su primera palabra
help-yaml-close-quote = cierra las comillas donde acaba el texto
help-yaml-close = escribe `{ $closing }` donde acabe
help-yaml-once = deja uno solo: junta lo que va junto, o ponle otro nombre a uno
help-yaml-quotation = entre comillas simples, las comillas dobles forman parte del texto
help-yaml-inner-quotes = entre comillas simples, un apóstrofo se escribe dos veces: ''

help-read-cell = una celda de la tabla se lee con la fila entre corchetes: { $table }[…]
help-text-shown = un texto se puede mostrar y comparar con otro; puede que otra columna de su fila tenga un número
help-compare-number = compara el número con un número: `x > 0`, `x = 1`
help-compare-with = se puede comparar con: { $names }
help-move-one-end = mueve uno de sus extremos
help-before-it = ponlo antes del que se cumple siempre, o di en ese cuándo se cumple (`when`)
help-test-reads = la prueba lee «{ $name }», que solo lo tiene un personaje
help-roles = di al principio de la acción quién participa, como en `roles: [atacante]`
help-side-of-nobody = un lado que no lleva ningún personaje se escribe `{ $example }`
help-extends-circle = extiende un juego que no dependa de este
label-closes-circle = aquí vuelve a empezar
help-circle = alguno tiene que calcularse sin los demás
help-id = escribe, por ejemplo, `id: mi-juego`: el nombre de su carpeta o archivo

unused-option = Ninguna fórmula lee la opción «{ $name }», así que elegirla no cambia nada.
    .label = nada la lee
unused-trait = Ninguna regla lee el rasgo «{ $name }».
    .label = nada lo lee
unused-points = Ninguna regla lee «{ $name }» ni lo cambia.
    .label = nada lo menciona
unused-track = Ninguna regla lee «{ $name }» ni lo marca.
    .label = nada lo menciona
unused-tag = Ninguna regla lee la etiqueta «{ $name }», la da ni la quita.
    .label = nada la menciona
unused-tag-value = Ninguna regla lee «{ $name }» de la etiqueta «{ $tag }».
    .label = nada lo lee
unused-class = Ningún resultado es «{ $name }».
    .label = nada es de esta clase
unused-table = Ninguna regla lee la tabla «{ $name }».
    .label = nada la lee
unused-column = Ninguna regla lee la columna «{ $name }» de «{ $table }».
    .label = nada la lee
unused-formula = Ninguna regla usa la fórmula «{ $name }».
    .label = nada la usa
always-same = { $what ->
    [never] «{ $text }» no se cumple nunca, valgan lo que valgan sus nombres y salga lo que salga en los dados.
    [always] «{ $text }» se cumple siempre, valgan lo que valgan sus nombres y salga lo que salga en los dados.
   *[number] «{ $text }» da siempre { $value }, valgan lo que valgan sus nombres y salga lo que salga en los dados.
  }
    .label = { $what ->
        [never] nunca es así
        [always] siempre es así
       *[number] siempre { $value }
      }
never-paid = Nunca hay { $price } de «{ $name }» que pagar ni que perder: { $most } como mucho.
    .label = más de lo que llega a haber
amount-never = Esta cantidad de «{ $name }» nunca pasa de cero, así que nunca ocurre nada.
    .label = como mucho, { $most }
boxes-none = «{ $name }» nunca tiene casillas: esto da { $high } como mucho.
    .label = nunca más de { $high }
label-holds-too = también se cumple, y va antes
help-order-outcomes = cuenta el primero que se cumple: pon antes la condición más restrictiva
unused-answer = Se pide «{ $name }» y nada usa la respuesta.
    .label = nada la usa
differs-by-accent = «{ $name }» y «{ $other }» solo se distinguen por una tilde, y son dos nombres distintos.
    .label = se distingue por una tilde
label-other-word = el otro
help-one-spelling = escríbelos igual si son uno solo, y elige otra palabra si son dos
better-unclear = «{ $name }» y otro fracaso de «{ $test }» van detrás de todos los éxitos: donde se comparan resultados (con `keep`, o con `outcome` en `compare`) valen lo mismo, y decide lo que se compara después.
    .label = ¿qué fracaso es peor?
help-better-unclear = si es peor que un fracaso corriente, escríbelo antes del último éxito
braces-as-written = Esta frase se dice tal como está escrita: aquí lo que va entre llaves no se sustituye.
    .label = se dirá con las llaves
hidden-by-command = En el intérprete, una línea que empieza por `{ $command }` es esa orden, y nunca «{ $name }».
    .label = una orden del intérprete
help-quoted-at-prompt = entre comillas, el intérprete sí lo entiende: { $text }; también puedes elegir otro nombre
outcome-never = { $why ->
    [all] Nunca se llega al resultado «{ $name }»: siempre se cumple alguno de los anteriores.
    [before] Nunca se llega al resultado «{ $name }»: el anterior se cumple siempre.
    [several] Nunca se llega al resultado «{ $name }»: siempre que se cumple, también se cumple alguno de los que van antes.
    [covered] Nunca se llega al resultado «{ $name }»: siempre que se cumple, también se cumple «{ $first }», que va antes.
   *[never] Nunca se llega al resultado «{ $name }», salga lo que salga.
  }
    .label = nunca se llega
step-never = El paso «{ $name }» no se da nunca: antes hay otro sin `when`, que es el primero que se cumple.
    .label = nunca se da
state-never = { $why ->
    [all] Nunca se llega al estado «{ $name }»: siempre se cumple alguno de los anteriores.
    [before] Nunca se llega al estado «{ $name }»: el anterior se cumple siempre.
    [several] Nunca se llega al estado «{ $name }»: siempre que se cumple, también se cumple alguno de los que van antes.
    [covered] Nunca se llega al estado «{ $name }»: siempre que se cumple, también se cumple «{ $first }», que va antes.
   *[never] Nunca se llega al estado «{ $name }».
  }
    .label = nunca se llega
dice-lie-already = Cuántos dados tira «{ $test }» depende de «{ $name }», pero después de la tirada ya están en la mesa: no se añade ninguno.
    .label = los dados no cambian
help-change-adds = un `change` de lo que pide la prueba tira los dados que faltan
margin-read-twice = El total de «{ $test }» ya lee «{ $name }», y su margen es lo que lo sobrepasa otra vez.
    .label = ningún `margin` dice otra cosa
margin-upwards = «{ $test }» tiene éxito con esto o menos, pero su margen es lo que el total sobrepasa: el peor fracaso tiene el margen más alto.
    .label = ningún `margin` dice otra cosa
help-margin-turned = entonces dale la vuelta a lo que los resultados comparan con el margen, empezando por «{ $name }»: `margin <= 0` pasa a `margin >= 0`
total-is-a-condition = El total de «{ $test }» es una comparación: vale 0 o 1, y un resultado vuelve a compararlo.
    .label = 0 o 1
tag-never-given = Hay reglas que leen la etiqueta interna «{ $name }», pero ninguna la da.
    .label = nada la da
signs-alike = En las hojas, «{ $name }» tiene el mismo signo que «{ $first }»: { $sign }
    .label = no se distingue del otro
decider-near = Solo aquí decide algo «{ $name }», y la palabra se parece mucho a otra.
    .label = quién decide
row-counted = { $of ->
    [group] «{ $name }» es un rasgo cuyo valor es { $what ->
        [row] una fila; aquí vale el número de esa fila (la primera es la 1).
        [column] una columna; aquí vale el número de esa columna (la primera es la 1).
       *[word] una palabra; aquí vale el número de esa palabra en su lista (la primera es la 1).
      }
   *[answer] «{ $name }» puede ser un rasgo cuyo valor es { $what ->
        [row] una fila; entonces vale el número de esa fila (la primera es la 1)
        [column] una columna; entonces vale el número de esa columna (la primera es la 1)
       *[word] una palabra; entonces vale el número de esa palabra en su lista (la primera es la 1)
      }, y aquí se hacen cuentas con él.
  }
    .label = cuenta desde 1
row-never = Esta fila de «{ $table }» no se alcanza nunca: la tabla solo se lee con números { $ends ->
    [low] desde { $low }
    [high] hasta { $high }
   *[both] de { $low } a { $high }
  }.
    .label = fuera de alcance
never-done = «{ $name }» no se hace nunca: el paso anterior siempre termina la acción.
    .label = no se hace nunca
label-ends-it = después de este no se hace nada
never-missed = «{ $name }» no se puede fallar en la prueba «{ $test }»: hasta la peor tirada, con los rasgos más bajos y sin ninguna ayuda, llega.
    .label = no se puede fallar
help-never-missed = sube su número, o quita la fila
no-rise = { $way ->
    [finds] La media de «{ $row }» es { $mean } y la de «{ $before }», la fila anterior, { $last }, pero las filas se buscan por números que suben de fila en fila.
    [up] De media, «{ $row }» da { $mean } y «{ $before }», la anterior, { $last }; pero la columna sube.
    [throughout] Las filas están ordenadas de menos a más y la columna baja de fila en fila: «{ $before }» da { $last } y «{ $row }», la siguiente, { $mean }.
   *[down] De media, «{ $row }» da { $mean } y «{ $before }», la anterior, { $last }; pero la columna baja.
  }
    .label = { $way ->
        [throughout] baja
       *[down] al revés que las demás
    }
label-row-before = la fila anterior
help-no-rise = cambia la celda, o el orden de las filas; si es lo que quieres, dilo en un comentario: # allow no-rise: por qué

allow-unknown = Ningún aviso se llama «{ $name }», así que esto no silencia nada.
    .label = no existe ese aviso
allow-without-reason = Falta el motivo por el que «{ $name }» no importa aquí, así que no se silencia.
    .label = falta el motivo
allow-nothing = Aquí no hay ningún aviso «{ $name }», así que esto no silencia nada.
    .label = nada que silenciar
help-take-away = borra el comentario
label-never-now = ya no se alcanza nunca
help-change-never = el reglamento que se extiende sí lo alcanza: lo que se cambia aquí lo hace imposible
