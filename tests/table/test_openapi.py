"""The OpenAPI document, and whatever can be asked by it: nothing fails, nothing comes that it does not say.

`SOAK=5000` in the environment asks so many times.
"""

import asyncio
import logging
import os
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from parlour.core import registry
from parlour.table.app import create_app
from parlour.table.house import House
from parlour.table.kept import read_events
from parlour.table.settings import Settings, sqlite_url

CASES = int(os.environ.get("SOAK", "0")) or 300
PATH = "/api/openapi.json"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
METHODS = {"get", "post", "put", "delete", "patch"}


class Inside:
    """The application without a network, with tables of Ada and Ben, and others of Eve, who asks."""

    def __init__(self, folder, clock) -> None:
        self.clock = clock
        self.app = create_app(Settings(database=sqlite_url(folder / "parlour.db")), clock)
        self.house: House = self.app._app.state.house
        self.foreign: list[str] = []
        self.tables: list[str] = ["nowhere"]
        self.tokens: list[str] = ["nobody"]
        self.document: dict[str, Any] = {}
        asyncio.run(self._furnish())

    async def _furnish(self) -> None:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://inside/api") as http:

            async def take(path: str, body: object, token: str = "") -> Any:
                headers = {"authorization": f"Bearer {token}"} if token else {}
                answer = await http.post(path, json=body, headers=headers)
                assert answer.is_success, answer.text
                return answer.json()

            ada, ben, eve = [await take("/guests", {"name": name}) for name in ("Ada", "Ben", "Eve")]
            small = {"game": "arbos", "options": {"size": 9, "seeds": 0, "colours": "chosen"}}
            for asked in (
                small,
                {"game": "golf", "deal": 24},
                {"game": "splendor", "chairs": ["me", "friend"]},
            ):
                self.foreign.append((await take("/tables", asked, ada["token"]))["table"])
            await take(f"/tables/{self.foreign[0]}/seats/1", {}, ben["token"])
            self.tokens += [eve["token"]] * 4
            for asked in (
                {**small, "chairs": ["me", "here"]},
                {"game": "golf", "deal": 25},
                {"game": "splendor", "seats": 3, "public": True},
                {"game": "arboretum", "chairs": ["me", "here", "here"]},
            ):
                opened = await take("/tables", asked, eve["token"])
                self.tables.append(opened["table"])
                self.tokens += opened["tokens"].values()
            self.tables += self.foreign
            self.document = (await http.get("/openapi.json")).json()

    def logs(self) -> list[object]:
        """Return what stands in the logs of the tables that are not Eve's."""
        with self.house.store.engine.begin() as connection:
            return [list(read_events(connection, table)) for table in self.foreign]


@pytest.fixture(scope="module")
def inside(tmp_path_factory):
    class Clock:
        now = 1_767_960_000_000

        def __call__(self) -> int:
            return self.now

    one = Inside(tmp_path_factory.mktemp("inside"), Clock())
    yield one
    one.house.store.close()


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path}": operation
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    }


def test_the_document_is_valid_and_says_all_there_is_to_say(inside):
    schemathesis.openapi.from_dict(inside.document).validate()
    assert inside.document["openapi"].startswith("3.1")
    assert inside.document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    found = operations(inside.document)
    assert len(found) == 11
    for name, operation in found.items():
        assert name.split()[1].startswith("/api/"), "pages are not in it"
        assert operation["description"] and operation["tags"], name
        assert {"200", "201"} & set(operation["responses"]), name
        assert "429" in operation["responses"], name
        for status, response in operation["responses"].items():
            assert response["description"], (name, status)
            if status.startswith(("4", "5")):
                schema = response["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Error"}, (name, status)
    for name, schema in inside.document["components"]["schemas"].items():
        assert schema["description"], name


def test_every_view_of_a_game_is_described(inside):
    schemas = inside.document["components"]["schemas"]
    views = [one.get("$ref", "") for one in schemas["State"]["properties"]["view"]["anyOf"]]
    for name in registry.names():
        title = "".join(word.title() for word in name.split("_"))
        assert f"#/components/schemas/{title}View" in views
        assert f"{title}Options" in schemas
    assert schemas["Play"]["examples"] and schemas["Opening"]["examples"]
    assert schemas["Play"]["additionalProperties"] is False


def test_the_document_is_plain_json_without_scripts(running):
    answer = running.visitor().http.get(PATH)
    assert answer.headers["content-type"].startswith("application/vnd.oai.openapi+json")
    assert answer.json()["info"]["title"] == "Parlour"
    for path in ("/schema", "/api", "/api/redoc", "/api/swagger", "/api/docs"):
        assert running.visitor().http.get(path).status_code == 404, path


def some_body(data: st.DataObject, body: object) -> object:
    """Return a body that gets further than one of random texts would."""
    if not isinstance(body, dict) or data.draw(st.integers(0, 3)) == 0:
        return body
    choices: dict[str, st.SearchStrategy[Any]] = {
        "game": st.sampled_from(registry.names()),
        "preset": st.sampled_from([None, "standard", "mine"]),
        "rev": st.integers(0, 9),
        "moves": st.sampled_from([["A1"], ["deal"], ["draw deck"], ["take WUG"], ["pass"], ["E5", "C3"]]),
        "options": st.sampled_from([{}, {"size": 7}, {"rule": "classic"}, {"tiebreak": "official"}]),
    }
    if "game" in body and data.draw(st.integers(0, 3)):
        return {"game": data.draw(choices["game"])}
    return {name: data.draw(choices[name]) if name in choices else value for name, value in body.items()}


def test_whatever_is_asked_is_answered_as_documented_and_touches_no_other_table(inside, caplog):
    schema = schemathesis.openapi.from_asgi(PATH, inside.app)
    found = [result.ok() for result in schema.get_all_operations()]
    asks = {
        (operation.label, mode): operation.as_strategy(generation_mode=mode)
        for operation in found
        for mode in GenerationMode
        if mode is GenerationMode.POSITIVE or operation.body or operation.query
    }
    before, answered = inside.logs(), set()
    share = settings(
        max_examples=max(1, CASES // len(asks)),
        deadline=None,
        database=None,
        derandomize=not os.environ.get("SOAK"),
        suppress_health_check=list(HealthCheck),
    )

    def ask(data: st.DataObject, kind: tuple[str, GenerationMode]) -> None:
        case = data.draw(asks[kind])
        if "table_id" in (case.path_parameters or {}) and data.draw(st.integers(0, 5)):
            case.path_parameters["table_id"] = data.draw(st.sampled_from(inside.tables))
        if "seat" in (case.path_parameters or {}) and data.draw(st.integers(0, 3)):
            case.path_parameters["seat"] = data.draw(st.integers(0, 3))
        case.body = some_body(data, case.body)
        token = data.draw(st.sampled_from(["", *inside.tokens]))
        inside.clock.now += 5000
        response = case.call(headers={"Authorization": f"Bearer {token}"} if token else {})
        case.validate_response(response, checks=CHECKS)
        assert "Traceback" not in response.text
        answered.add((kind[0], response.status_code))

    with caplog.at_level(logging.WARNING):
        for kind in sorted(asks):
            share(given(st.data(), st.just(kind))(ask))()
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
    assert inside.logs() == before
    assert len({label for label, status in answered if status < 300}) >= 8
    assert {status for _, status in answered} >= {200, 201, 400, 401, 403, 404, 409}
