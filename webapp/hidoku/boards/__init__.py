"""Boards to choose: daily, gallery, made to order; the page of each."""
