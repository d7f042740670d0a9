"""inspect --svg: one document, which stands alone, and is where the bits are."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from cli import HEX_DIGIT, MAX, NIL, V1, V6, V7, expect, expect_misuse, lines, output

SVG = "{http://www.w3.org/2000/svg}"
V2 = "000003e8-9414-21ec-b300-9f6bdeced846"
MARGIN, BIT = 24, 8  # of the picture


def document(uuid):
    return ElementTree.fromstring(output(["inspect", "--svg", uuid]))


def fields(uuid):
    """The names and widths, as the drawing has them."""
    drawing = output(["inspect", "--draw", uuid])
    return re.findall(r"[+`]-+ (\w+) +(\d+) bit", drawing)[::-1]


EVERY = [V1, V2, V6, V7,
         "919108f7-52d1-4320-9bac-f847db4148a8", "00000000-0000-9000-8000-000000000000", NIL, MAX,
         "00000000-0000-4000-c000-000000000001"]


@pytest.mark.parametrize("uuid", EVERY)
def test_areas_are_the_bits(uuid):
    """The areas of a row lie side by side, a unit from each end, as wide as their fields."""
    areas = [area for area in document(uuid).iter(SVG + "rect") if area.get("height") == "52"]
    bit, found = 0, []
    for area in areas:
        assert int(area.get("x")) == MARGIN + bit % 64 * BIT + 1
        found.append((int(area.get("width")) + 2) // BIT)
        bit += found[-1]
    assert found == [int(width) for _, width in fields(uuid)]


@pytest.mark.parametrize("uuid", EVERY)
def test_text_is_text(uuid):
    """The digits are the canonical text, in two rows; each digit has its bits below it; the fields
    are told for those who do not see them."""
    root = document(uuid)
    texts = {kind: "".join("".join(text.itertext()) for text in root.iter(SVG + "text")
                           if (text.get("class") or "").split()[:1] == [kind]) for kind in "db"}
    assert texts["d"] == uuid
    assert texts["b"] == format(int(uuid.replace("-", ""), 16), "0128b")
    for character in root.iter(SVG + "tspan"):  # librsvg reads no list of places
        assert float(character.get("x")) and len(character.text) == 1
    assert root.find(SVG + "title").text.startswith(f"UUID {uuid}. ")
    assert re.findall(r"(\w+), bits? (\d+)", root.find(SVG + "desc").text) == [
        (name, str(sum(int(width) for _, width in fields(uuid)[:i])))
        for i, (name, _) in enumerate(fields(uuid))]
    labels = root.get("aria-labelledby").split()
    assert labels == [root.find(SVG + kind).get("id") for kind in ("title", "desc")]


@pytest.mark.parametrize("uuid", EVERY)
def test_names_do_not_overlap(uuid):
    """Nor do they leave the picture, with letters of 7.2 units, as wide as the widest font's."""
    root = document(uuid)
    width, height = float(root.get("width")), float(root.get("height"))
    boxes = []
    for text in root.iter(SVG + "text"):
        if (text.get("class") or "").startswith("m "):
            left, bottom = float(text.get("x")), float(text.get("y"))
            boxes.append((left, bottom - 12, left + 7.2 * len(text.text), bottom + 3))
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert 0 < left and right < width and bottom < height
        for others in boxes[:i]:
            assert (right <= others[0] or others[2] <= left or bottom <= others[1]
                    or others[3] <= top), (boxes[i], others)


def test_stands_alone():
    text = output(["inspect", "--svg", V7])
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"@import|@font-face|<image|<script|href|url\(", text)
    assert "@media(prefers-color-scheme:dark)" in text
    assert text == output(["inspect", "--svg", V7], env={"LC_ALL": "de_DE.UTF-8", "NO_COLOR": "1"})


def test_one_uuid():
    one = output(["inspect", "--svg", V7])
    expect_misuse(["inspect", "--svg", V7, V6], "--svg accepts exactly one UUID")
    expect(["inspect", "--svg"], "", "line 2: --svg accepts exactly one UUID", input=lines(V7, V6))
    expect(["inspect", "--svg", "-k"], one, f"line 1: {HEX_DIGIT}", input=lines("x", V7))
    expect(["inspect", "--svg"], one, input=V7)
    expect_misuse(["inspect", "--svg"], "--svg requires a UUID")
