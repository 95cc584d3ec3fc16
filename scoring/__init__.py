"""Pure decisions about lastmod: numbers in, verdicts out.

Nothing here knows Django, opens a socket or reads the clock; `now` and seeds are arguments. Start at `verdict.assess`.
"""
