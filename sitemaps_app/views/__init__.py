"""The pages. A view gets its site from `access`, its numbers from a presenter, and draws a template; it decides nothing itself."""
