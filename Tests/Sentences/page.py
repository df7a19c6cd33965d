"""Reads pages and digests as blocks of text: for check.py.

A block is one sentence or a few, a card, a cell of a table, or a text of a chart. Titles from the data are
between \\x01 and \\x02, so that no number in a title is taken for a number of the report.
"""

import html.parser
import re

VOID = {"meta", "br", "input", "link", "path", "img", "hr"}
BLOCKS = {"title", "p", "li", "h1", "h2", "h3", "summary", "footer", "legend", "label", "a", "option"}
SMALL = " | "


class Node:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.children = tag, dict(attributes), parent, []

    @property
    def classes(self):
        return (self.attributes.get("class") or "").split()

    def all(self, tag):
        for child in self.children:
            if isinstance(child, Node):
                if child.tag == tag:
                    yield child
                yield from child.all(tag)

    def first(self, tag):
        return next(self.all(tag), None)


class Tree(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.root = self.node = Node("root", [], None)
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        node = Node(tag, attributes, self.node)
        self.node.children.append(node)
        if tag not in VOID:
            self.node = node

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        while self.node.tag != tag and self.node.parent:
            self.node = self.node.parent
        self.node = self.node.parent or self.root

    def handle_data(self, data):
        self.node.children.append(data)


def flat(node):
    """The text of an element; what is in small print comes after a bar."""
    parts = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag == "bdi":
            parts.append("\x01" + "".join(text for text in child.children if isinstance(text, str))
                         + "\x02")
        elif child.tag == "small":
            parts.append(SMALL + flat(child))
        elif child.tag == "br":
            parts.append(" ")
        elif child.tag == "b" and child.parent.tag == "dd":
            parts.append(flat(child) + SMALL)
        elif child.tag == "summary" or child.tag in ("svg", "i", "style", "script"):
            continue
        else:
            parts.append(flat(child))
    return re.sub(r"\s+", " ", "".join(parts)).strip(" |") if node.tag in BLOCKS | {
        "dd", "dt", "td", "th", "caption", "span", "figcaption", "desc"} and node.tag != "span" \
        else re.sub(r"\s+", " ", "".join(parts))


class Block:
    """- place: where it is: section, game's index, range of days, table, row and column."""

    def __init__(self, kind, text, place, row=None):
        self.kind, self.text, self.place, self.row = kind, text, place, row

    def __repr__(self):
        return f"{self.kind}: {self.text}"


def blocks(text):
    """The blocks of a page; the last one says so if digits of its text are in none of them."""
    found, root = [], Tree(text).root
    walk(root, {}, found)
    own = sum(map(digits, [block.text for block in found if block.kind not in ("interval", "number", "status")]))
    if own != digits(whole(root)):
        found.append(Block("lost", f"{digits(whole(root))} digits, {own} in blocks", {}))
    return found


def digits(text):
    return len(re.findall(r"\d", text))


def whole(node):
    return "".join(child if isinstance(child, str) else "" if child.tag in ("style", "script") else whole(child)
                   for child in node.children)


def walk(node, place, found):
    def add(kind, text, **more):
        if text:
            found.append(Block(kind, text, dict(place, **more)))

    for child in node.children:
        if isinstance(child, str):
            if child.strip():
                add("stray", child.strip())
            continue
        tag, classes, own = child.tag, child.classes, place
        if tag in ("style", "script", "meta"):
            continue
        if tag in ("section", "nav", "fieldset", "form"):
            own = dict(place, section=(child.attributes.get("aria-labelledby") or "")[2:]
                       or place.get("section"))
        if tag == "details" and "game" in classes:
            own = dict(place, title=flat(child.first("h3")))
        if tag == "div" and "range" in classes:
            own = dict(place, days=int(classes[1][2:]))
        if tag == "div" and "finding" in classes:
            own = dict(place, finding=place.get("finding", 0))
        if tag == "table":
            label = (node.attributes.get("aria-label") or "").removesuffix(", table")
            table(child, dict(place, table=label), found)
        elif tag == "figure":
            chart(child, place, found)
        elif tag == "dl":
            name = None
            for part in [part for part in child.all("dt")] if "glossary" in classes else []:
                add("term", flat(part))
            for part in child.all("dd"):
                around = part.parent.children
                name = flat([own for own in around[:around.index(part)]
                             if isinstance(own, Node) and own.tag == "dt"][-1])
                if "glossary" in classes:
                    add("definition", flat(part))
                    continue
                add("card", f"{name}: {flat(part)}")
                marks(part, dict(place, card=name), found)
        elif tag in BLOCKS:
            kind = tag if tag != "p" or not classes else classes[0]
            if tag == "p" and place.get("lead"):
                kind = "lead"
            add(kind, flat(child))
            if tag == "summary" and child.first("h3"):
                add("status", flat(child))
        else:
            if tag in ("section", "div") and ("lead" in classes or "finding" in classes):
                own = dict(own, lead=True)
            walk(child, own, found)


def marks(node, place, found):
    """The tips of intervals, and the names of small charts."""
    for mark in node.all("i"):
        if mark.attributes.get("title"):
            found.append(Block("interval", mark.attributes["title"], place))
    for small in node.all("svg"):
        found.append(Block("spark", flat(small.first("title")), place))


def table(node, place, found):
    caption = node.first("caption")
    place = dict(place, caption=flat(caption) if caption else "")
    columns = [flat(cell) for cell in node.first("thead").all("th")]
    place["columns"] = columns
    found.append(Block("caption", place["caption"], place))
    for column in columns:
        found.append(Block("column", column, place))
    body = node.first("tbody")
    for number, row in enumerate(row for row in body.children if isinstance(row, Node)):
        cells = [cell for cell in row.children if isinstance(cell, Node)]
        head = flat(cells[0])
        link = cells[0].first("a")
        own = dict(place, row=number, head=head, best="best" in row.classes,
                   link=link.attributes["href"] if link else None)
        found.append(Block("head", head, own))
        for index, cell in enumerate(cells[1:], 1):
            span = "colspan" in cell.attributes
            at = dict(own, column="*" if span else columns[index], index=index)
            found.append(Block("cell", flat(cell), at))
            marks(cell, at, found)


def chart(node, place, found):
    drawing = node.first("svg")
    place = dict(place, chart=drawing.first("title").attributes["id"][:-2],
                 names=[flat(item) for key in node.all("ul") for item in key.all("li")])
    for name in place["names"]:
        found.append(Block("key", name, place))
    for kind, part in (("figcaption", node.first("figcaption")), ("figcaption", drawing.first("title")),
                       ("desc", drawing.first("desc"))):
        found.append(Block(kind, flat(part), place))
    points = []
    for part in node.all("div"):
        for child in part.children:
            if not isinstance(child, Node):
                continue
            if "pts" in part.classes:
                points.append(flat(child))
            if "ys" in part.classes:
                found.append(Block("tick", flat(child), place))
            if "xs" in part.classes:
                found.append(Block("date", flat(child), place))
            if "mark" in child.classes:
                found.append(Block("mark", "".join(map(str, child.children)), place))
    place["points"] = points
    for number, text in enumerate(points):
        found.append(Block("point", text.strip(), dict(place, point=number, count=len(points))))
    for part in node.all("ol"):
        for item in part.all("li"):
            found.append(Block("number", item.attributes["value"], place))
            found.append(Block("annotation", flat(item), place))


def markdown(text):
    """The lines of a digest; a cell of a table has its row and column."""
    found, columns, part = [], None, None
    text = re.sub(r"\\([^\w\s])", r"\1", text).replace("\u200b", "").replace("**", "")
    for line in text.splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if columns is None:
                columns = cells
                found += [Block("column", cell, {"columns": columns}) for cell in cells]
            elif not set(line) <= set("|-: "):
                for index, cell in enumerate(cells[1:], 1):
                    found.append(Block("cell", cell, {"table": "digest", "head": cells[0], "index": index,
                                                      "column": columns[index]}))
            continue
        columns = None
        if line.endswith(":") and line[:1].isupper():
            part = line
        elif line:
            kind = "h1" if line.startswith("# ") else "item" if re.match(r"- |\d+\. ", line) else "line"
            found.append(Block(kind, re.sub(r"^(?:- |\d+\. )", "", line), {"part": part}))
    return found
