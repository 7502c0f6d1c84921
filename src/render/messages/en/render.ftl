# Words of the renderers themselves.

any-of = { $others } or { $last }
any-of-before-o = { $others } or { $last }
