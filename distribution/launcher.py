"""What the one-file PADD runs first: unpack itself once, then start.

Compiled modules cannot be loaded out of an archive, so they are unpacked into the
user's cache folder. Standard library only, and plain enough that an old Python still
gets the sentence that says which Python is needed.
"""

import json
import os
import pathlib
import platform
import shutil
import sys
import zipfile

LIBRARY = "library/"
ABOUT = "about.json"


def refuse_another_machine(about):
    """Stop with one clear sentence where the compiled modules would not load."""
    needed = (about["python"], about["system"], about["machine"])
    found = (".".join(map(str, sys.version_info[:2])), sys.platform, platform.machine().lower())
    if needed != found:
        sys.exit(
            "This file is for Python %s on %s (%s), and this is Python %s on %s (%s). "
            "Take the file for this computer, or start it with that Python." % (needed + found)
        )


def cache_folder():
    """Return the folder in which programs of this user keep what can be made again."""
    if sys.platform == "darwin":
        return pathlib.Path.home() / "Library" / "Caches" / "PADD"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return pathlib.Path(local or pathlib.Path.home()) / "PADD" / "program"
    kept = os.environ.get("XDG_CACHE_HOME")
    return pathlib.Path(kept or pathlib.Path.home() / ".cache") / "padd"


def unpack(archive, folder):
    """Unpack the library aside and move it into place, so that half is never used."""
    print("Unpacking PADD (once)…", file=sys.stderr, flush=True)
    draft = folder.with_name("%s.%d" % (folder.name, os.getpid()))
    draft.mkdir(mode=0o700, parents=True)
    members = [one for one in archive.namelist() if one.startswith(LIBRARY)]
    archive.extractall(draft, members)
    try:
        (draft / LIBRARY).rename(folder)
    except OSError:
        if not folder.is_dir():  # else another start was first, with the same files
            raise
    shutil.rmtree(draft)


def main():
    """Start PADD; without arguments, as after a double click, serve."""
    with zipfile.ZipFile(pathlib.Path(__file__).parent) as archive:
        about = json.loads(archive.read(ABOUT))
        refuse_another_machine(about)
        folder = cache_folder() / about["digest"]
        if not folder.is_dir():
            unpack(archive, folder)
    sys.path.insert(0, str(folder))
    # Some commands start others, which have to find the same modules.
    others = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), others)))
    if not sys.argv[1:]:
        sys.argv.append("serve")
    from padd.interfaces.cli.main import main as padd

    padd()


if __name__ == "__main__":
    main()
