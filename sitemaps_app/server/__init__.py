"""`manage.py serve`: one command that runs the whole product on one machine.

The road: `start.prepare` (folder, lock, port) -> `broker` (a private Redis-compatible server, unless REDIS_URL names one) -> `start`
(migrate, static files, translations, first admin) -> `supervisor.run` (web, worker, scheduler; each restarted when it dies, all stopped
together). `private_files` keeps the folder, the secrets and the socket's path; settings read them too.
"""
