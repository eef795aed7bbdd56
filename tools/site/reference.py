"""reference.py - pages that are made from schemas: the HTTP API and the JSON that programs get.

Both come as Markdown, so that they are shown and searched like any page.
"""
import re


def kind(schema):
    """What a value may be, in a few words."""
    if "$ref" in schema:
        return linked(*schema["$ref"].partition("#")[::2])
    if "const" in schema:
        return f"`{str(schema['const']).lower() if isinstance(schema['const'], bool) else schema['const']}`"
    if "enum" in schema:
        return ", ".join("`null`" if word is None else f"`{word}`" for word in schema["enum"])
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(kind(one) for one in schema[several]))
    types = schema.get("type", "any")
    words = [types] if isinstance(types, str) else types
    if "array" in words and "items" in schema:
        words = [f"array of {kind(schema['items'])}" if word == "array" else word for word in words]
    if "object" in words and isinstance(schema.get("additionalProperties"), dict):
        words = [f"object of {kind(schema['additionalProperties'])}" if word == "object" else word
                 for word in words]
    return " or ".join(words)


def linked(file, place):
    """A link to the schema in `file`, or to a part of it, such as /$defs/count."""
    steps = [step for step in place.split("/") if step not in ("", "$defs", "components", "schemas")]
    if steps[:1] == ["properties"]:  # a key of the whole
        steps = ["keys", steps[1]]
    part = steps[0] if steps else ""
    shown = steps[-1] if part else file.removesuffix(".json")
    return f"[{shown}]({file}{'#' + anchor(part) if part else ''})"


def anchor(name):
    return re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-")


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def rows(schema, prefix=""):
    """A row for each key of an object, and of the objects in it."""
    required = schema.get("required", [])
    for key, value in schema.get("properties", {}).items():
        if not isinstance(value, dict):
            continue
        always = "" if key in required else "no"
        yield (f"| `{prefix}{key}` | {cell(kind(value))} | {always} | "
               f"{cell(value.get('description', ''))} |")
        inner = value.get("items", value)
        if isinstance(inner, dict) and "properties" in inner:
            yield from rows(inner, f"{prefix}{key}{'[]' if inner is not value else ''}.")


def table(schema):
    listed = list(rows(schema))
    if not listed:
        return f"{kind(schema)}\n"
    return "\n".join(["| key | what it is | always there | meaning |", "|---|---|---|---|"] + listed) + "\n"


def schema_page(name, schema):
    """The page of one JSON Schema."""
    text = [f"# {schema['title']}", "", schema.get("description", ""), "",
            f"As a schema for programs: [{name}](raw:{name}). \"Always there\" is empty where it is.", "",
            "## Keys", "", table(schema)]
    for part, inner in schema.get("$defs", {}).items():
        text += ["", f"## {part}", "", inner.get("description", ""), "", table(inner)]
    return "\n".join(text)


def content(parts):
    """What a request or response carries."""
    return ", ".join(f"{kind(part['schema'])} ({media})" if "schema" in part else media
                     for media, part in parts.get("content", {}).items())


def api_page(api):
    """The page of the HTTP API."""
    info = api["info"]
    text = ["# The HTTP API", "", f"{info['summary']} {info['description']} What protects the server, and what it "
            "does not promise, is on [its page](server.md); for programs there is [openapi.json](raw:openapi.json)."]
    for path, methods in api["paths"].items():
        for method, call in methods.items():
            text += ["", f"## {method.upper()} {path}", "", call["summary"], "", f"For: {call['x-role']}."]
            if "requestBody" in call:
                text += ["", f"Request: {content(call['requestBody'])}."]
            text += ["", "| status | what it means | what comes |", "|---|---|---|"]
            text += [f"| {status} | {cell(answer.get('description', ''))} | {content(answer)} |"
                     for status, answer in call["responses"].items()]
    for name, schema in api["components"]["schemas"].items():
        text += ["", f"## {name}", "", schema.get("description", ""), "", table(schema)]
    return "\n".join(text)
