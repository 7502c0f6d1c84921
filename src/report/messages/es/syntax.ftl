# Lo que falla en una expresión.

## Se esperaba otra cosa

syntax = Aquí no puede ir «{ $found }»: ahora debería venir { $expected }.
    .label = esto no se esperaba
syntax-end = El texto se acaba antes de tiempo: aún falta { $expected }.
    .label = aquí falta algo
empty-expression = No hay nada que calcular.
    .label = aquí no hay nada
unreadable = Esto no se puede leer.
    .label = de aquí en adelante
unknown-character = «{ $found }» no significa nada aquí.
    .label = no forma parte del lenguaje
side-by-side = No se sabe qué hacer con «{ $left }» y «{ $right }».
    .label = dos cosas juntas sin nada en medio

expected-number = un número
expected-name = un nombre
expected-dice = unos dados
expected-open = «(»
expected-operator = un signo como «+»
expected-close-paren = «)»
expected-close-bracket = «]»
expected-then = «then»
expected-else = «else»
expected-in = «in»
expected-end = el final

## Números y dados

number-too-large = Este número es demasiado grande; el mayor posible es { $limit }.
    .label = demasiado grande
not-a-whole-number = «{ $found }» no es un número entero.
    .label = solo números enteros
die-without-faces = Un dado necesita al menos una cara.
    .label = sin caras
no-dice = No se pueden tirar cero dados.
    .label = al menos uno
too-many-sides = Un dado tiene como mucho { $limit } caras.
    .label = demasiadas
too-many-faces = Hay { $count } caras entre las llaves; el máximo es { $limit }.
    .label = demasiadas
bad-faces = Las caras de un dado son números enteros separados por comas.
    .label = no son caras
braces-without-die = Las llaves contienen las caras de un dado, y delante no hay ninguna «d».
    .label = ¿las caras de qué dado?
unknown-suffix = «{ $found }» no puede ir detrás de unos dados.
    .label = desconocido
suffix-needs-number = Falta un número detrás de «{ $found }».
    .label = ¿cuántos, o cuáles?
torn-suffix = «{ $found }» va pegado a los dados, pero no al número que sigue: no se sabe si es de los dados o compara el total.
    .label = ¿los dados o el total?
explodes-twice = Estos dados ya explotan.
    .label = por segunda vez
stray-explode = El signo «!» va pegado a los dados que hace explotar.
    .label = no está pegado a ningún dado

## Nombres

empty-name = No hay ningún nombre entre las comillas.
    .label = vacío
name-too-long = Este nombre tiene { $length } letras; el máximo es { $limit }.
    .label = demasiado largo
name-taken = «{ $name }» ya significa otra cosa y no puede ser un nombre nuevo.
    .label = elige otro
unclosed-quote = Las comillas no se cierran: falta «{ $close }».
    .label = se abren aquí

## Puntos

name-before-dot = Delante de un punto solo puede ir un nombre.
    .label = sin nombre delante
name-after-dot = Justo detrás de un punto tiene que ir un nombre.
    .label = aquí va un nombre
dot-touches = Un punto va pegado a los nombres que une.
    .label = sin espacios
dot-in-new-name = Un nombre nuevo no puede llevar puntos.
    .label = aquí no

## Paréntesis y comas

missing-close = «{ $open }» no se cierra nunca: falta «{ $close }».
    .label = se abre aquí
stray-close = «{ $found }» cierra algo que nunca se abrió.
    .label = sobra
wrong-close = «{ $found }» no puede cerrar «{ $open }»: aquí va «{ $close }».
    .label = debería ser «{ $close }»
wrong-separator = Aquí separa una coma, no un punto y coma.
    .label = debería ser una coma
stray-separator = «{ $found }» no separa nada aquí.
    .label = solo entre paréntesis o corchetes
keys-without-table = Falta el nombre de una tabla delante de los corchetes.
    .label = ¿de qué tabla?
empty-keys = Falta decir qué fila.
    .label = ¿qué fila?
condition-in-key = Una fila o una columna se elige por su nombre o su número, no con una comparación.
    .label = un nombre o un número
condition-not-simple = Aquí va una sola comparación con un solo valor.
    .label = demasiado a la vez

## Signos y palabras

chained-comparison = No se pueden encadenar comparaciones.
    .label = la segunda comparación
misspelt-comparison = «{ $found }» se escribe «{ $meant }».
    .label = debería ser «{ $meant }»
symbol-for-word = «{ $found }» se escribe «{ $meant }».
    .label = debería ser «{ $meant }»
second-vs = Solo puede haber un «vs».
    .label = el segundo
vs-inside = «vs» no puede ir dentro de paréntesis, corchetes, «if» o «let».
    .label = aquí dentro no
vs-not-here = «vs» no se puede usar en este sitio, solo al tirar una prueba.
    .label = aquí no
missing-then = Falta «then» después de «if».
    .label = sin then
missing-else = Falta «else» después de «if … then».
    .label = sin else
missing-in = Falta «in» después de «let».
    .label = sin in
missing-equals = Falta «=» entre el nombre nuevo y su valor.
    .label = sin «=»
missing-let-name = Falta un nombre después de «let».
    .label = sin nombre
stray-word = «{ $found }» está fuera de sitio.
    .label = le falta el principio

## Límites

text-too-long = Este texto ocupa { $length } bytes; se leen como mucho { $limit }.
    .label = demasiado largo desde aquí
too-deep = Aquí hay demasiadas cosas unas dentro de otras; el máximo son { $limit } niveles.
    .label = demasiados niveles
too-long-chain = Esta fórmula es demasiado larga; puede haber como mucho { $limit } signos seguidos.
    .label = demasiados

## Qué hacer

help-empty = escribe algo como 3d6 + 2
help-whole = usa números enteros; 5 / 2 divide y redondea
help-fraction = escribe una división de números enteros, que redondea al final: { $fraction }; para multiplicar por ello, multiplica antes: Nombre * { $fraction }
help-join = para sumar dados con nombre, escríbelos juntos: { $joined }
help-sign = di qué hacer con ellos, por ejemplo: { $joined }
help-quotes = un nombre con espacios necesita comillas: { $quoted }
help-dot = un punto une dos nombres, sin espacios: Nombre.valor
help-dot-quotes = entre comillas es un nombre: { $quoted }
help-suffix-touches = va pegado a los dados, sin espacio: { $joined }
help-dice-touch = lo que forma un dado va junto, sin espacios: { $joined }
help-suffix-keep = di cuántos dados: { $suffix }1
help-suffix-reroll = di qué caras: { $suffix }1 o { $suffix }<=2
help-suffixes = puedes poner kh kl km dh dl (con un número), !, !!, r y ro
help-torn-dice = si es de los dados, escribe el número sin espacio: { $suffix }
help-torn-total = si compara el total, pon espacios: { $text }
help-torn-differs = para «distinto de», pon espacios: { $text }
help-explodes-twice = deja solo uno: ! tira otro dado, !! suma en el mismo dado
help-explode-touches = 3d6! explota; para lo contrario de una condición, escribe not
help-faces = escribe, por ejemplo, {"d{1,2,2,3}"}
help-keys = escribe, por ejemplo, Tabla[fila] o Tabla[fila, columna]
help-condition-simple = una sola comparación, como >= 5; si es más larga, ponla entre paréntesis
help-chain-and = compara dos veces y une las dos con and
help-vs-outside = escribe «vs» fuera: un lado entero, «vs» y el otro lado entero
help-vs-once = solo se pueden comparar dos lados
help-if = escribe: if condición then valor else otro valor
help-let = escribe: let nombre = valor in fórmula
help-name-taken = elige otro nombre o ponlo entre comillas
help-split = divídelo en varios más cortos
help-simplify = divídela o pon nombre a alguna de sus partes
