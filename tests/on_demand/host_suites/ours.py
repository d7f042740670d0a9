"""What a host of these tests has of ours: its module, compiled for it from the amalgamation, as it
is or with a mistake that the host's own tests must find; `./dev host-suites`."""

from pathlib import Path

from harness import BUILD, CC, make, run

HERE = Path(__file__).resolve().parent
PLACE = BUILD / "host_suites"


def compiled(host, folder, *words, mistake=None, name=None):
    """The module, in a folder. A mistake is what a text that the source has once becomes."""
    make("amalgamation")
    text = (BUILD / f"amalgamation/uuid9562_{host}.c").read_text("utf-8")
    if mistake:
        assert text.count(mistake[0]) == 1, "the planted mistake does not fit the source any more"
        text = text.replace(*mistake)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{host}.c").write_text(text, "utf-8")
    module = folder / (name or f"{host}.so")
    run(*CC, "-O1", "-g", "-fPIC", "-shared", "-Wl,-z,nodelete", "-DUUID9562_LOAD_LIBCRYPTO",
        *words, f"{host}.c", "-o", module, "-ldl", cwd=folder)
    return module
