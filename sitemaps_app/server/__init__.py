"""`manage.py serve`: one command that runs the whole product on one machine.

The road, in `start.serve`: `claims` (the data folder and the port are ours alone) -> `broker` (a private Redis-compatible server, unless
REDIS_URL names one) -> `first_start` (database, static files, translations, first admin) -> `supervisor` (runs the `programs`: web, worker,
scheduler; starts again what dies, stops all together). `output` takes their lines; `undertaker` stops them if the server itself is killed.
`private_files` keeps folders, secrets and the socket's path, and settings read them too.
"""
