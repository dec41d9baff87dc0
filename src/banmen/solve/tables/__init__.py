"""Tables of exact values: the files they are kept in and looking positions up in them.

`value_table` says what every table can do, `chance_table` holds chances to win (games with sticks), `distance_table` holds
plies to the end (games without chance), `tablefile` is the format on disk, `value_layout` and `row_kernels` say where a value
lies, and `table_lookup` opens, saves and finds tables. This room imports no solver; every solver, and every room that may
import `banmen.solve`, may import it.
"""
