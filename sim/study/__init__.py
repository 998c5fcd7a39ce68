"""The ambiguity study: how often honest readings of a rule disagree, which words do it, and the smallest scene that shows it.

`tables` and `intent` draw tables and moves, `boundary` draws more of them where a definition is close to its limit, `rows` rules on
each under every reading, `noise` under errors of measurement, `run` does so for many tables. `figures`, `attribution` and `agreement`
make numbers of the rows, `shrink` and `contested` the smallest scenes that split two readings, `report` a page of it all.
"""
