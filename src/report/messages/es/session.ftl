nothing-to-read = En este juego no hay nada que leer.
    .label = está vacío
unknown-ruleset = No hay ningún juego llamado «{ $name }».
    .label = no existe ese juego
unknown-setting = Aquí no hay nada llamado «{ $name }»: se pueden fijar las opciones del juego y lo que pide la prueba.
    .label = nada que fijar
dice-left-over = { $given ->
    [one] Se ha dado { $given } dado, y { $used ->
        [0] no se ha usado.
       *[other] se han usado { $used }.
    }
   *[other] Se han dado { $given } dados, y { $used ->
        [0] no se ha usado ninguno.
        [one] solo se ha usado { $used }.
       *[other] solo se han usado { $used }.
    }
}
    .label = { $used ->
        [one] se tira { $used }
       *[other] se tiran { $used }
    }
nearly-a-trait = «{ $name }» se toma por un nombre propio del personaje; el juego tiene un rasgo con un nombre muy parecido.
help-invisible = aquí hay un carácter que no se ve: { $code }, { $what ->
    [no-break] un espacio en el que no se parte la línea
    [hyphen] un guion que solo se ve a final de línea
    [line] un salto de línea de otro tipo
    [nothing] uno que no ocupa nada
   *[blank] un espacio de otra anchura
}
help-other-game = está en el juego «{ $game }»: -r { $game }
