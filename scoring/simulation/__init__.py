"""A ground-truth web in small: sites whose changes and lastmods are known, watched as the product watches, judged by our own scorer.

Read in this order: `habits` (what a site is like), `world` and `part` (a day passes), `truth` (what really happened), `counting` (what a
read of the sitemap shows), `watcher` (panel, visits, comparisons), `classes` (the named kinds of sites), `runs` (one site watched to its
end), `samples` (comparisons drawn straight from the event model), `delays` (how soon a change is noticed), `measures` and `report` (the
tables), `targets` (the numbers wanted). Everything is seeded: the same arguments give the same result, in whatever process.
"""
