"""Value iteration on the processor for any game that is a meeting of two sides with sticks.

`move_table` asks the rules what every side can do, `stratum_groups` orders the meetings of classes, `memory_plan` lays their
values out, `iteration` sweeps over them with `value_iteration_kernels`, `error_bounds` and `rule_check` say how exact the
values are, `checkpoint` keeps unfinished work, `solver` puts all of it together, and `table_play` plays games by a solution.
It imports `tables`; the GPU solver of Kariuchi takes its move table from here, and `solvers` runs it.
"""
