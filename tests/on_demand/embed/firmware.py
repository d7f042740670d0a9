"""The core without a system, on an emulated Cortex-M: examples/embed/firmware.c and the shared vectors.

Debian's packages: gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm.
"""

import shutil

import pytest
from harness import ROOT, compile_strictly, run
from installation import promised
from test_omit import SMALL, vectors

BOARDS = {"cortex-m3": "mps2-an385", "cortex-m4": "mps2-an386"}
SWITCHES = (*(name for name in SMALL if name not in ("OMIT_OPENSSL", "OMIT_STATE")), "OS_BARE")
# The table from which the processor starts is at 0; printing goes to the emulator (rdimon).
FLAGS = ("-std=gnu11", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections",
         "-Wl,--gc-sections", "-Wl,--section-start=.vectors=0", "-Wl,-u,vectors",
         "--specs=rdimon.specs", "--specs=nano.specs", "-Icore/include", *(f"-DUUID9562_{name}" for name in SWITCHES))
COMMON = ("examples/embed/atomics.c", "tests/together/board.c", "core/uuid9562.c")


def on_board(processor, folder, *words):
    """What a program prints on the board of this processor."""
    for program in ("arm-none-eabi-gcc", "qemu-system-arm"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    compile_strictly(["arm-none-eabi-gcc"], *FLAGS, f"-mcpu={processor}", *words, *COMMON, "-o",
                     folder / "program.elf", cwd=ROOT)
    return run("qemu-system-arm", "-M", BOARDS[processor], "-display", "none", "-monitor", "none",
               "-serial", "none", "-semihosting-config", "enable=on,target=native", "-kernel",
               folder / "program.elf", cwd=folder, timeout=600).stdout


@pytest.mark.parametrize("processor", BOARDS)
def test_example(processor, tmp_path):
    example = ROOT / "examples/embed/firmware.c"
    assert on_board(processor, tmp_path, example) == promised(example)


@pytest.mark.parametrize("processor", BOARDS)
def test_vectors(processor, tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/vectors.tsv").write_text(vectors(SWITCHES))
    said = on_board(processor, tmp_path, "-Itests/on_demand/embed/on_board",
                    "-Wno-unused-function", "tests/on_demand/embed/on_board/main.c",
                    "tests/unit/vectors.c", "tests/unit/vector_operations.c",
                    "tests/together/os_bare.c")
    assert " 0 failed, " in said
    assert said.endswith("\nmalformed UUID at offset 8: expected '-'\n")
