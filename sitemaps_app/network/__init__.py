"""The only code that opens sockets to the outside: addresses, fetch, politeness. It may import settings and nothing else of ours."""
