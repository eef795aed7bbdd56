#!/usr/bin/env python3
"""site_check.py - a site of pages is sound: for site.sh.

usage: site_check.py FOLDER

Every page is parsed as XML, so that no element is left open, and held to the rules of HTML that a reader's
program needs; every link and every anchor in it leads somewhere in the folder; nothing is fetched from
elsewhere, no code or style stands in a page; and every address of the search is there.  One sentence a problem.
"""
import os
import re
import sys
import urllib.parse
from xml.parsers import expat

PHRASING = {"p", "h1", "h2", "h3", "h4", "pre", "code", "a", "b", "em", "strong", "label", "small", "span"}
BLOCK = {"p", "h1", "h2", "h3", "h4", "pre", "ul", "ol", "li", "table", "div", "blockquote", "section", "main",
         "nav", "header", "footer", "hr"}
PARENTS = {"li": {"ul", "ol"}, "tr": {"thead", "tbody"}, "td": {"tr"}, "th": {"tr"}, "thead": {"table"},
           "tbody": {"table"}, "title": {"head"}, "meta": {"head"}}
KNOWN = PHRASING | BLOCK | set(PARENTS) | {"html", "head", "body", "link", "script", "input", "img", "br", "del"}
POLICY = "default-src 'none'"


class Page:
    """What a page has: problems, names of its elements, and links."""

    def __init__(self, text):
        self.problems, self.names, self.links, self.open, self.seen = [], set(), [], [], {}
        if not text.startswith("<!DOCTYPE html>\n"):
            self.problems.append("it does not begin with <!DOCTYPE html>")
        parser = expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end
        try:
            parser.Parse(text, True)
        except expat.ExpatError as error:
            self.problems.append(f"it cannot be parsed: {error}")
        for tag in ("title", "main", "h1", "nav"):
            if self.seen.get(tag, 0) != 1:
                self.problems.append(f"it has {self.seen.get(tag, 0)} elements {tag}")
        if self.seen.get("policy") != 1:
            self.problems.append("it has no policy for what it may load")

    def start(self, tag, attributes):
        parent = self.open[-1] if self.open else ""
        if tag not in KNOWN:
            self.problems.append(f"<{tag}> is no element of HTML that is used here")
        if tag in PARENTS and parent not in PARENTS[tag]:
            self.problems.append(f"<{tag}> stands in <{parent}>")
        if tag in BLOCK and parent in PHRASING:
            self.problems.append(f"<{tag}> stands in <{parent}>")
        if tag == "a" and "a" in self.open:
            self.problems.append("a link stands in a link")
        self.seen[tag] = self.seen.get(tag, 0) + 1
        self.open.append(tag)
        self.look(tag, attributes)

    def end(self, _):
        self.open.pop()

    def look(self, tag, attributes):
        if "id" in attributes:
            if attributes["id"] in self.names or not attributes["id"]:
                self.problems.append(f"the name '{attributes['id']}' is there twice, or empty")
            self.names.add(attributes["id"])
        if any(key == "style" or key.startswith("on") for key in attributes):
            self.problems.append(f"<{tag}> has code or style of its own")
        if tag == "img" and not attributes.get("alt"):
            self.problems.append("a picture has no text for who does not see it")
        if tag == "html" and not attributes.get("lang"):
            self.problems.append("it does not say its language")
        if tag == "script" and "src" not in attributes or tag == "style":
            self.problems.append("it has code or style of its own")
        if attributes.get("http-equiv") == "Content-Security-Policy" and POLICY in attributes["content"]:
            self.seen["policy"] = 1
        for key in ("href", "src"):
            if key in attributes:
                self.links.append((tag, attributes[key]))


def pages_of(folder):
    """The pages of the folder, by their addresses."""
    pages = {}
    for where, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(where, name)
            if name.endswith(".html"):
                with open(path, encoding="utf-8") as file:
                    pages[os.path.relpath(path, folder)] = Page(file.read())
    return pages


def lost(folder, pages, here, tag, link):
    """Why a link of the page `here` does not do, or nothing."""
    if re.match(r"[a-z]+:", link):
        return "" if tag == "a" else f"it loads {link}"
    path, _, anchor = urllib.parse.unquote(link).partition("#")
    there = os.path.normpath(os.path.join(os.path.dirname(here), path)) if path else here
    if there.startswith(".."):
        return f"{link} leads out of the site"
    if there not in pages and not os.path.isfile(os.path.join(folder, there)):
        return f"{link} is not there"
    if anchor and anchor not in pages[there].names:
        return f"{link} has no such place"
    return ""


def found_by_search(folder, pages):
    """Problems of the addresses that the search leads to."""
    with open(os.path.join(folder, "search.js"), encoding="utf-8") as file:
        addresses = re.findall(r'^\["([^"]+)"', file.read(), re.MULTILINE)
    if len(addresses) < 100:
        yield f"search.js: it has only {len(addresses)} addresses"
    for address in addresses:
        problem = lost(folder, pages, "index.html", "a", address)
        if problem:
            yield f"search.js: {problem}"


def main():
    folder = sys.argv[1]
    pages = pages_of(folder)
    problems = [f"{here}: {problem}" for here, page in pages.items() for problem in page.problems]
    for here, page in pages.items():
        told = {lost(folder, pages, here, tag, link) for tag, link in page.links}
        problems += [f"{here}: {problem}" for problem in told if problem]
    problems += found_by_search(folder, pages)
    print("\n".join(problems))
    sys.exit(1 if problems or len(pages) < 100 else 0)


if __name__ == "__main__":
    main()
