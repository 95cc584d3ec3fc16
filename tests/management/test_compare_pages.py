from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.formats.page_texts import ARTICLE, page

NEWER = ARTICLE.replace("24.90", "26.90")
KEYS = {"comparable", "changed", "similarity", "changed_in", "diff", "old_fingerprint", "new_fingerprint"}


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("compare_pages", *arguments, stdout=out, stderr=err)
    except SystemExit as left:
        status = left.code
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def files(tmp_path):
    for name, inside in (("old", ARTICLE), ("new", NEWER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "roses.html").write_bytes(page(inside))
        (tmp_path / name / "soil.html").write_bytes(page("<h1>Soil</h1><p>Loam is best.</p>"))
    return tmp_path


def answer(tmp_path, *requests):
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join(json.dumps(request) for request in requests))
    return [json.loads(line) for line in run("--batch", str(batch))[1].splitlines()]


def body(inside, **more):
    return {"body": page(inside).decode(), "url": "https://site.example/a"} | more


def test_a_change_is_shown_with_all_keys_of_the_contract(files):
    status, out, _ = run(str(files / "old/roses.html"), str(files / "new/roses.html"), "--json")
    comparison = json.loads(out)

    assert status == 0
    assert comparison.keys() >= KEYS
    assert (comparison["comparable"], comparison["changed"], comparison["changed_in"]) == (True, True, ["text"])
    assert 0 < comparison["similarity"] < 1
    assert comparison["diff"][0]["kind"] == "changed"
    assert "26.90" in comparison["diff"][0]["new"]
    assert comparison["old_fingerprint"] != comparison["new_fingerprint"]


def test_people_see_both_sides_of_a_difference(files):
    _, out, _ = run(str(files / "old/roses.html"), str(files / "new/roses.html"))

    assert "changed in text" in out
    assert "- [text] A pair of shears costs 24.90" in out
    assert "+ [text] A pair of shears costs 26.90" in out


def test_two_directories_are_compared_name_by_name(files):
    lines = run(str(files / "old"), str(files / "new"), "--json")[1].splitlines()

    assert [json.loads(line)["changed"] for line in lines] == [True, False]


def test_an_error_on_either_side_is_neither_changed_nor_unchanged(tmp_path):
    (comparison,) = answer(tmp_path, {"old": body(ARTICLE), "new": body(ARTICLE, status=502)})

    assert (comparison["comparable"], comparison["changed"], comparison["new_reason"]) == (False, False, "http_502")


def test_a_new_address_that_is_a_login_is_where_a_redirect_led(tmp_path):
    new = body(ARTICLE, url="https://site.example/login?next=/a")
    (comparison,) = answer(tmp_path, {"old": body(ARTICLE), "new": new})

    assert comparison["new_reason"] == "page_redirected_away"


def test_other_pages_of_the_site_tell_its_furniture(tmp_path):
    banner = "<div>Open house on {} in the north hall</div>"
    others = [
        body(f"<h1>Page {number}</h1><p>Own text {number}</p>" + banner.format(day)) for number in range(5) for day in ("Monday", "Friday")
    ]
    pair = {"old": body(ARTICLE + banner.format("Monday")), "new": body(ARTICLE + banner.format("Friday"))}

    assert [one["changed"] for one in answer(tmp_path, pair, pair | {"furniture_pages": others})] == [True, False]


@pytest.mark.parametrize("side", ["old", "new", "beside"])
def test_a_second_read_masks_what_moves_by_itself(tmp_path, side):
    line = "<div class=q>{}</div>"
    old, new, again = (body(ARTICLE + line.format(text)) for text in ("Dig deep", "Water well", "Weed often"))
    request = {"old": old, "new": new}
    if side == "beside":
        request["reread"] = again
    else:
        request[side] = request[side] | {"reread": again}

    assert [one["changed"] for one in answer(tmp_path, {"old": old, "new": new}, request)] == [True, False]


def test_a_bad_line_costs_only_itself(tmp_path):
    answers = answer(
        tmp_path, {"old": 1}, {"old": body(ARTICLE), "new": body(ARTICLE), "furniture_pages": 3}, {"old": body(ARTICLE), "new": body(NEWER)}
    )

    assert ["error" in one for one in answers] == [True, True, False]


def test_a_missing_side_leaves_with_status_1_and_wrong_use_with_2(files):
    status, _, err = run(str(files / "old/roses.html"), str(files / "none.html"))

    assert status == 1
    assert "cannot read" in err
    with pytest.raises(CommandError) as refused:
        call_command("compare_pages", str(files))
    assert refused.value.returncode == 2


def test_a_missing_side_has_its_object_with_an_error(files):
    status, out, err = run(str(files / "old/roses.html"), str(files / "none.html"), "--json")
    found = json.loads(out)

    assert (status, found["comparable"], found["error"]) == (1, False, err.strip())
    assert found.keys() >= KEYS
    assert found["old_fingerprint"]


def test_directories_without_a_common_name_leave_with_status_1(files):
    (files / "new/roses.html").unlink()
    (files / "new/soil.html").unlink()
    status, out, _ = run(str(files / "old"), str(files / "new"), "--json")

    assert status == 1
    assert "no file name in common" in json.loads(out)["error"]
