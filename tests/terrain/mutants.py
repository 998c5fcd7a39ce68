"""Mutants of mesh files: each a whole file with a few faults put in by a seed, so that the same number is the same file everywhere."""
import io
import json
import random
import re
import struct
import zipfile
import zlib

EVIL = (b"nan", b"inf", b"-inf", b"1e999", b"1e300", b"1e-310", b"-1", b"0", b"4294967295", b"9223372036854775808", b"-2147483649", b"1,5", b"0x10", b"1_0",
        b"", b"-", b"\xd9\xa1", b"1e", b"+ 1", b"null", b"[]", b'"', b"{}", b"true")
WORDS = re.compile(rb"-?[0-9][0-9.eE+-]*")
FLOATS = (b"\0\0\xc0\x7f", b"\0\0\x80\x7f", b"\xff\xff\xff\xff", b"\0\0\0\x80", b"\xff\xff\x7f\x7f", b"\1\0\0\0")


def mutant(files: list[tuple[str, bytes]], number: int) -> tuple[str, bytes]:
    """Name and bytes of the mutant of that number: one of the files, changed once to four times."""
    chance = random.Random(number)
    name, data = files[number % len(files)]
    for _ in range(chance.randint(1, 4)):
        data = _changed(chance, data, files)
    return name, data


def _changed(chance: random.Random, data: bytes, files: list) -> bytes:
    if data[:2] == b"PK" and chance.random() < 0.8:
        return _within_a_zip(chance, data, files)
    if data[:4] == b"glTF" and chance.random() < 0.6:
        return _within_a_glb(chance, data)
    return chance.choice((_flip, _number, _number, _word, _cut, _drop, _double, _swap, _splice, _noise))(chance, data, files)


def _place(chance: random.Random, data: bytes) -> int:
    return chance.randrange(len(data) + 1)


def _flip(chance, data, files):
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _number(chance, data, files):
    """One number of a text becomes another; of binary, four bytes become an odd float or count."""
    found = list(WORDS.finditer(data[:200_000])) if b"\0" not in data[:200] else []
    if found:
        word = chance.choice(found)
        return data[:word.start()] + chance.choice(EVIL) + data[word.end():]
    at = _place(chance, data) // 2 * 2
    return data[:at] + chance.choice(FLOATS) + data[at + 4:]


def _word(chance, data, files):
    words = data.split(b" ")
    if len(words) > 1:
        words[chance.randrange(len(words))] = chance.choice(words)
    return b" ".join(words)


def _cut(chance, data, files):
    return data[:_place(chance, data)]


def _drop(chance, data, files):
    at = _place(chance, data)
    return data[:at] + data[at + chance.choice((1, 2, 12, 50, 200)):]


def _double(chance, data, files):
    at, length = _place(chance, data), chance.choice((1, 2, 12, 50, 200))
    return data[:at + length] + data[at:]


def _swap(chance, data, files):
    lines = data.split(b"\n")
    if len(lines) > 2:
        i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def _splice(chance, data, files):
    other = chance.choice(files)[1]
    return data[:_place(chance, data)] + other[_place(chance, other):][:100_000]


def _noise(chance, data, files):
    at = _place(chance, data)
    return data[:at] + chance.randbytes(chance.choice((1, 4, 50))) + data[at:]


def _within_a_zip(chance, data, files):
    """A change to what is packed, the zip around it made whole again."""
    try:
        packed = zipfile.ZipFile(io.BytesIO(data))
        parts = {e.filename: packed.read(e) for e in packed.infolist()} if sum(e.file_size for e in packed.infolist()) < 1_000_000 else {}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, ValueError, EOFError):
        parts = {}
    if not parts:
        return _flip(chance, data, files)
    which = chance.choice([n for n in parts if n.endswith(".model")] or list(parts))
    change = chance.choice((_flip, _number, _number, _number, _word, _cut, _drop, _double, _noise))
    parts[which] = change(chance, parts[which], files)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(zipfile.ZipInfo(name), content)
    return file.getvalue()


def _within_a_glb(chance, data):
    """A value of the JSON becomes another, the chunks around it made whole again."""
    try:
        length, = struct.unpack_from("<I", data, 12)
        tree, rest = json.loads(data[20:20 + length]), data[20 + length:]
    except (struct.error, ValueError, RecursionError):
        return _flip(chance, data, [])
    _change_json(chance, tree)
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) + struct.pack("<I4s", len(text), b"JSON") + text + rest


def _change_json(chance: random.Random, tree) -> None:
    while True:
        keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(tree[key], (dict, list)) and tree[key] and chance.random() < 0.85:
            tree = tree[key]
            continue
        kind = chance.randrange(4)
        if kind == 0:
            del tree[key]
        elif kind == 1 and isinstance(tree[key], (int, float)):
            tree[key] += chance.choice((-1, 1, 4, 0.5, 1e9, -1e9))
        else:
            tree[key] = chance.choice((None, -1, 0, 1, 2**31, 2**63, 1e300, float("nan"), "", "x", [], {}, [[]], True, "data:;base64,AAAA", 5126, 5125, 5123))
        return
