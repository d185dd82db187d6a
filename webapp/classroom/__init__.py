"""A class: a teacher sets pages of this site as steps, and sees what pupils answered and played.

Pupils join by a code and a nickname. The room knows no game and no kind of question.
"""
