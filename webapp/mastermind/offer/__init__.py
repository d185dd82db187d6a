"""What is offered before a game is begun: boards to choose, and an empty one."""
