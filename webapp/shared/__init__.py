"""A finished game as its player shows it to whoever has the link: read only, and withdrawn again.

Its address is short, since it is sent: ``/g/<id>``.
"""
