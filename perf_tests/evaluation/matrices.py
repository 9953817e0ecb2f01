"""The benchmark matrices: lists with kind and origin, and where their files come from.

A matrix is looked for in the folders given, in data/, among those kept from before; else it is generated (by rule, look-alike),
or fetched from the SuiteSparse collection where its list has a name there and the machine has internet.
"""
import csv
import dataclasses
import io
import lzma
import pathlib
import re
import shutil
import subprocess
import tarfile
import urllib.request

ENDINGS = (".bcsr", ".mtx", ".mtx.gz", ".bcsr.gz")
COLLECTION = "https://sparse.tamu.edu/MM"
FETCH_SECONDS = 60


@dataclasses.dataclass
class Matrix:
    name: str
    op: str = "aa"
    kind: str = "given"
    about: str = ""
    collection: str = ""
    origin: str = ""
    note: str = ""
    rows: int = 0
    columns: int = 0
    entries: int = 0
    products: int = 0
    generator: str = ""
    checksum: str = ""


def table_lines(path):
    """The lines of a CSV file that are not comments."""
    with open(path, newline="", encoding="utf-8") as file:
        return [line for line in file if not line.startswith("#")]


def read_list(path):
    """The matrices of a list; lines may have the first two columns alone."""
    numbers = {"rows", "columns", "entries", "products"}
    return [Matrix(**{key: int(value or 0) if key in numbers else value for key, value in row.items() if key})
            for row in csv.DictReader(table_lines(path))]


def list_folder(folder):
    """The matrices of a folder of files, each times itself, or times its transpose if its name ends in @aat."""
    found = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        for ending in ENDINGS:
            if path.name.endswith(ending):
                name = path.name[: -len(ending)]
                found.setdefault(name, Matrix(name, "aat" if name.endswith("@aat") else "aa", origin="a file of the user"))
    return list(found.values())


def matrices_of(place):
    """The matrices of a list, of a folder, or the one that group/name is in the collection (group/name@aat: times its transpose)."""
    path = pathlib.Path(place)
    if path.is_dir():
        return list_folder(path)
    if path.is_file():
        return read_list(path)
    if named := re.fullmatch(r"([\w.+-]+/([\w.+-]+))(@aat)?", str(place)):
        return [Matrix(named[2], "aat" if named[3] else "aa", "real", collection=named[1], origin="the SuiteSparse Matrix Collection")]
    raise ValueError(f"{place} (need a list, a folder, or group/name of the SuiteSparse collection)")


def load(lists, only=()):
    """The matrices of lists, folders and names, in their order, each once."""
    found = {}
    for place in lists:
        for matrix in matrices_of(place):
            if not only or matrix.name in only:
                found.setdefault(matrix.name, matrix)
    missing = [name for name in only if name not in found]
    if missing:
        raise ValueError(f"no list has {', '.join(missing)} (need names that one of the lists has)")
    return list(found.values())


class Provider:
    """Finds, generates or fetches the file of a matrix; what it made lies in one folder."""

    def __init__(self, folders, made, generator, collection=COLLECTION, fetch=True):
        self.folders = [pathlib.Path(folder) for folder in folders]
        self.made, self.generator, self.collection, self.fetch = pathlib.Path(made), generator, collection, fetch

    def provide(self, matrix):
        """The folder and the file of the matrix. Raises RuntimeError with the reason if there is no way to have it."""
        for folder in [*self.folders, self.made]:
            for ending in ENDINGS:
                if (folder / (matrix.name + ending)).is_file():
                    return folder, folder / (matrix.name + ending)
        self.made.mkdir(parents=True, exist_ok=True)
        reasons = ["no folder has it"]
        for way in (self._unpack, self._generate, self._fetch):
            try:
                if path := way(matrix):
                    return self.made, path
            except (OSError, RuntimeError, subprocess.SubprocessError, tarfile.TarError, lzma.LZMAError) as error:
                reasons.append(str(error))
        raise RuntimeError(f"{matrix.name} ({matrix.kind}): {'; '.join(reasons)}")

    def _unpack(self, matrix):
        for folder in self.folders:
            for ending in ENDINGS[:2]:
                packed = folder / (matrix.name + ending + ".xz")
                if packed.is_file():
                    with lzma.open(packed) as source:
                        return self._keep(matrix.name + ending, source)
        return None

    def _generate(self, matrix):
        if not matrix.generator:
            return None
        path, part = self.made / f"{matrix.name}.bcsr", self.made / f"{matrix.name}.part.bcsr"
        try:
            done = subprocess.run([str(self.generator), *matrix.generator.split(), "-o", str(part)], capture_output=True, text=True)
        except OSError as error:
            raise RuntimeError(f"{pathlib.Path(self.generator).name} cannot be started: {error.strerror}") from error
        if done.returncode != 0:
            raise RuntimeError(f"{matrix.generator}: {done.stderr.strip() or f'exit code {done.returncode}'}")
        checksum = done.stdout.strip().split(",")[-1]
        if matrix.checksum and checksum != matrix.checksum:
            part.unlink()
            raise RuntimeError(f"{matrix.generator}: checksum {checksum} (need {matrix.checksum}, that of the list)")
        part.rename(path)
        return path

    def _fetch(self, matrix):
        if not matrix.collection:
            return None
        if not self.fetch:
            raise RuntimeError("not fetched, as asked")
        url = f"{self.collection}/{matrix.collection}.tar.gz"
        with urllib.request.urlopen(url, timeout=FETCH_SECONDS) as answer:
            archive = tarfile.open(fileobj=io.BytesIO(answer.read()), mode="r:gz")
        wanted = matrix.collection.split("/")[-1]
        for member in archive.getmembers():
            if member.name.endswith(f"{wanted}/{wanted}.mtx"):
                return self._keep(f"{matrix.name}.mtx", archive.extractfile(member))
        raise RuntimeError(f"{url}: no {wanted}.mtx in it")

    def _keep(self, name, source):
        part = self.made / f"{name}.part"
        with open(part, "wb") as target:
            shutil.copyfileobj(source, target)
        return part.rename(self.made / name)
