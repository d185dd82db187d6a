"""The kinds of question in a lesson, a module for each group that is judged alike."""
