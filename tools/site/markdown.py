"""markdown.py - a page of Markdown as HTML that stands on its own, by cmark-gfm.

cmark-gfm gives the elements; here headings get names that links can point to, links are made to fit
the site, wide tables and blocks of code get a frame that scrolls, and the words of each section are
gathered for the search.
"""
import html
import re
import subprocess
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input"}
COMMENT = re.compile(r"^<!--.*?-->$\n?", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^(\$ .*)$", re.MULTILINE)


def slug(text, taken):
    """The name of a heading, as public hosts of Markdown make it, and unlike those `taken`."""
    name = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    unique, n = name, 0
    while unique in taken:
        n += 1
        unique = f"{name}-{n}"
    taken.add(unique)
    return unique


class Section:
    """What stands under one heading: its name, level and words."""

    def __init__(self, name, level):
        self.name, self.level, self.title, self.text = name, level, "", ""


class Page(HTMLParser):
    """One page: `html`, `title`, `lead` (its first paragraph as text) and `sections`."""

    def __init__(self, text, link):
        super().__init__(convert_charrefs=True)
        self.link, self.title, self.lead, self.sections = link, "", "", [Section("", 1)]
        self._out, self._heading, self._language, self._lead = [], None, None, False
        self.feed(cmark(text))
        self.close()
        self.html = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", "".join(self._out))  # it names no column
        self._name_headings()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in ("h1", "h2", "h3", "h4"):
            self.sections.append(Section(None, int(tag[1])))
            self._heading = self.sections[-1]
            self._out.append(f'<{tag} id="\0{len(self.sections) - 1}\0">')
            return
        if tag == "table":
            self._out.append('<div class="wide" tabindex="0" role="group" aria-label="Table">')
        if tag == "code" and attrs.get("class", "").startswith("language-"):
            self._language = attrs.pop("class")[len("language-"):]
        if tag == "pre":
            attrs["tabindex"] = "0"
        if tag == "p" and not self.lead:
            self._lead = True
        for key in ("href", "src"):
            if key in attrs:
                attrs[key] = self.link(attrs[key])
        if tag in ("th", "td") and "align" in attrs:
            attrs["class"] = attrs.pop("align")
        written = "".join(f' {key}="{html.escape(value or "")}"' for key, value in attrs.items())
        self._out.append(f"<{tag}{written}{' /' if tag in VOID else ''}>")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if tag == "p":
            self._lead = False
        if tag == "code":
            self._language = None
        if self._heading and tag == f"h{self._heading.level}":
            if self._heading.level == 1 and not self.title:
                self.title = self._heading.title
            self._heading = None
        self._out.append(f"</{tag}>")
        if tag == "table":
            self._out.append("</div>")

    def handle_data(self, data):
        if self._heading:
            self._heading.title += data
        else:
            self.sections[-1].text += data + " "
        if self._lead:
            self.lead += data
        written = html.escape(data, quote=False)
        if self._language == "console":
            written = PROMPT.sub(r"<b>\1</b>", written)
        self._out.append(written)

    def _name_headings(self):
        taken = set()
        for i, section in enumerate(self.sections):
            if section.name is None:
                section.name = slug(section.title, taken)
                self.html = self.html.replace(f"\0{i}\0", section.name, 1)


def cmark(text):
    """The elements of the text; HTML in it is not let through."""
    done = subprocess.run(["cmark-gfm", "-e", "table"], input=COMMENT.sub("", text),
                          capture_output=True, text=True, check=True)
    return done.stdout
