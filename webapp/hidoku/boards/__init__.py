"""Boards to choose (daily, gallery, made to order), and the page of each."""
