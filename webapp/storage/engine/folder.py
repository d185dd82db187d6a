"""The folder of data, for its owner alone, like the key in it that signs the cookies."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_IRWXG, S_IRWXO
from typing import Final

from webapp.config import SHORTEST_KEY
from webapp.storage.engine.faults import StartError

OTHERS: Final = S_IRWXG | S_IRWXO
BLOCK: Final = 4096  # bytes; less may find room where nothing else does


def make_folder(data: Path) -> None:
    """Create the folder with mode 0700, or give it that mode if it is ours. StartError if it can't.

    A folder that holds nothing of ours is somebody else's, and keeps its mode.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartError(f"The folder {data} can’t be made: {error.strerror}.") from error
    if any((data / name).exists() for name in ("secret_key", "pegs.sqlite3")):
        make_private(data)


def make_private(path: Path) -> None:
    """Make one of our files or folders private, as older releases didn't always.

    One that doesn't exist, or is another user's, is left alone.
    """
    with suppress(FileNotFoundError, PermissionError):
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(S_IMODE(mode) & ~OTHERS)


def write_beside(file: Path) -> None:
    """Write a temporary file to the disk of this file. OSError if the disk takes nothing."""
    with tempfile.TemporaryFile(dir=file.parent) as trial_file:
        trial_file.write(bytes(BLOCK))
        trial_file.flush()
        os.fsync(trial_file.fileno())


def load_secret_key(data: Path) -> str:
    """Return the key in ``data/secret_key``, created once and readable only by its owner.

    Raises StartError if it can be neither read nor created, or isn't a key.
    """
    path = data / "secret_key"
    try:
        if not path.exists():
            _make_key(path)
        make_private(path)
        key = path.read_bytes().strip()
    except OSError as error:
        raise StartError(f"The key in {path} can’t be read or made: {error.strerror}.") from error
    text = key.decode("ascii", errors="replace")
    if len(text) < SHORTEST_KEY or not (text.isascii() and text.isprintable()):
        raise StartError(
            f"The file {path} holds no key of {SHORTEST_KEY} or more printable signs. Bring it "
            "back from a backup; or delete it, and players lose their games with the old key."
        )
    return text


def _make_key(path: Path) -> None:
    """Write the key elsewhere and link it into place.

    So two servers that start at the same moment agree on one key, and neither reads half of it.
    """
    descriptor, new_path = tempfile.mkstemp(dir=path.parent)  # mkstemp makes files with mode 0600
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
        os.link(new_path, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(new_path)
