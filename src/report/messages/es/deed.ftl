deed-rolls = { $who } tira { $test }
deed-is-rolled = se tira { $test }
deed-against = { $test }: { $left } contra { $right }
deed-wins = gana { $who }
deed-below-zero = menos de 0, así que cuenta como 0
deed-kept = { $total } era { $kept ->
        [worse] peor
       *[better] mejor
      }: se mantienen los dados anteriores
deed-order = En este orden: { $names }
deed-tied = empate entre { $names }
deed-passes = pasa { $time }
deed-vs = contra
deed-gains = recibe { $tag }
deed-loses = pierde { $tag }
deed-over = se acaba { $tag }
deed-each = cada uno de los { $count }
deed-table = la mesa
deed-changed = Lo que ha cambiado
deed-nothing-changed = No ha cambiado nada.
