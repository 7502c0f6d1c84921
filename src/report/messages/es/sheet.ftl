# Un personaje como lo dibujan los libros.
sheet-derived = calculado:
sheet-unknown = aún sin valor
sheet-points = Puntos
sheet-tags = Etiquetas
sheet-lost = { $lost } de { $boxes }
sheet-now = ahora
sheet-of = de { $max }
sheet-endless = sin límite
sheet-for = durante { $time }
sheet-until = hasta que { $condition }
