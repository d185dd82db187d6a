"""``python -m webapp``: the same as ``pegs-and-paths serve``."""

from webapp.cli.served import serve_command

if __name__ == "__main__":
    serve_command(prog_name="python -m webapp")
