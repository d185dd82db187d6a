"""A finished game that its player shows to anybody with the link, until they withdraw it.

Its address is short, since it is sent: ``/g/<id>``.
"""
