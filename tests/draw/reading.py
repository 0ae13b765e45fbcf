"""Reads HTML as a strict reader would: tags closed in order, attributes once, ids unique, nothing inline."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "img", "br", "hr", "use", "rect", "circle", "path"}
PHRASES = {"aria-label", "title", "alt", "placeholder"}


@dataclass
class Reading(HTMLParser):
    """What stands in a piece of HTML; `faults` is empty when it is well-formed."""

    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self):
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        self.faults += [f"<{tag}> has {name} twice" for name, n in Counter(names).items() if n > 1]
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self.texts += [value for name, value in attrs if name in PHRASES and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> where {self.open[-3:]} is open")
        else:
            self.open.pop()

    def handle_data(self, data):
        if data.strip() and self.open[-1:] not in (["style"], ["script"]):
            self.texts.append(data.strip())

    def values(self, name):
        """All values of an attribute, in order."""
        return [attributes[name] for _, attributes in self.tags if name in attributes]


def read(html):
    """Read a page or a fragment to its end."""
    reading = Reading()
    reading.feed(html.removeprefix("<!doctype html>"))
    reading.close()
    reading.faults += [f"<{tag}> is never closed" for tag in reading.open]
    ids = Counter(reading.values("id"))
    reading.faults += [f"id {name} {n} times" for name, n in ids.items() if n > 1]
    for name in ("aria-labelledby", "aria-describedby", "for"):
        reading.faults += [
            f"{name} {word}" for value in reading.values(name) for word in value.split() if word not in ids
        ]
    for tag, attributes in reading.tags:
        own = [name for name in attributes if name == "style" or name.startswith("on")]
        reading.faults += [f"<{tag}> has {name} inline" for name in own]
        if tag == "style" or (tag == "script" and not attributes.get("src")):
            reading.faults.append(f"<{tag}> inline")
    return reading
