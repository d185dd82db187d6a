"""What deploy/ has for services and proxies is right, and works with this server."""

import json
import re
import shutil
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.ports import free_ports, is_free
from tests.webapp.servers import ROOT, running_server
from tests.webapp.work.patience import until

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
MOST_EXPOSED = "20"  # of 100, as systemd-analyze weighs what a service may do

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
needs_nginx = pytest.mark.skipif(not shutil.which("nginx"), reason="no nginx here")


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_unit_is_understood_and_may_do_little(unit: Path, tmp_path: Path) -> None:
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text().replace("/opt/pegs/bin/pegs-and-paths", "/bin/true"))
    for words in (["verify"], ["security", "--offline=true", f"--threshold={MOST_EXPOSED}"]):
        command = ["systemd-analyze", *words, str(copy)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr) == (0, "")


def test_the_service_says_when_it_is_ready_and_is_watched() -> None:
    service = (DEPLOY / "pegs-and-paths.service").read_text()
    assert "\nType=notify\n" in service
    assert re.search(r"^WatchdogSec=\d+$", service, re.MULTILINE)


@contextmanager
def running_nginx(folder: Path, plain: int, secure: int, game: int) -> Iterator[None]:
    """Run nginx with the example as it is, but for its ports, and a certificate of our own."""
    options = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=pegs.example.org", "-days", "1"]
    files = ["-keyout", str(folder / "key"), "-out", str(folder / "certificate")]
    subprocess.run(["openssl", "req", "-x509", *options, *files], capture_output=True, check=True)
    example = (DEPLOY / "nginx.conf").read_text()
    for text, replacement in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;"),
        ("/etc/letsencrypt/live/pegs.example.org/fullchain.pem", f"{folder}/certificate"),
        ("/etc/letsencrypt/live/pegs.example.org/privkey.pem", f"{folder}/key"),
        ("127.0.0.1:8000", f"127.0.0.1:{game}"),
    ):
        assert text in example
        example = example.replace(text, replacement)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; error_log {folder}/errors; daemon off; events {{}}\n"
        f"http {{ access_log off; {places}\n{example} }}"
    )
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    subprocess.run([*command, "-t"], capture_output=True, check=True)
    with subprocess.Popen(command) as process:
        try:
            until(lambda: not is_free(plain), 20)
            yield
        finally:
            process.terminate()


@needs_nginx
def test_a_request_goes_through_nginx_as_the_guide_says(tmp_path: Path) -> None:
    ports = free_ports()
    plain, secure, game = (next(ports) for _ in range(3))
    settings = {"PEGS_PROXIES": "1", "PEGS_TRUSTED_HOSTS": "pegs.example.org", "PEGS_LOG": "json"}
    data, folder = tmp_path / "data", tmp_path / "nginx"
    folder.mkdir(mode=0o755)
    tmp_path.chmod(0o755)
    with running_server(game, data, settings), running_nginx(folder, plain, secure, game):
        until(lambda: not is_free(game))
        context = ssl.create_default_context(cafile=str(folder / "certificate"))
        context.check_hostname = False
        untrue = {"Host": "pegs.example.org", "X-Forwarded-For": "203.0.113.9", "X-Request-ID": "x"}
        question = urllib.request.Request(f"https://127.0.0.1:{secure}/sitemap.xml", headers=untrue)
        with urllib.request.urlopen(question, context=context) as answer:
            page, name = answer.read().decode(), answer.headers["X-Request-ID"]
        assert "<loc>https://pegs.example.org/</loc>" in page
        until(lambda: name in (data / "server.log").read_text())  # it is written after the answer
        lines = [line for line in (data / "server.log").read_text().splitlines() if line[:1] == "{"]
        (entry,) = [line for line in map(json.loads, lines) if line["path"] == "/sitemap.xml"]
        assert (entry["address"], entry["request"]) == ("127.0.0.1", name)
        assert len(name) == 32  # nginx's own
        with closing(HTTPConnection("127.0.0.1", plain)) as connection:
            connection.request("GET", "/hidoku/", headers={"Host": "pegs.example.org"})
            redirect = connection.getresponse()
            assert redirect.status == 301
            assert redirect.headers["Location"] == "https://pegs.example.org/hidoku/"
