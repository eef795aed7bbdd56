#!/usr/bin/env python3
"""site.py - the pages of the project as a site that needs no server and no network.

usage: site.py [FOLDER]            (from the project's folder; build-site)

The contents stand in docs/README.md, whose headings and lists become the navigation; every page of
docs/ is shown, with those of the project's folder and every file that a page links to; each folder
of the catalog gets a page that lists it, and schemas become pages (tools/site/reference.py).  A link
that leads nowhere, an anchor that is not there, or a page that nobody can reach ends it with a
sentence, and nothing is written.  The same sources give the same bytes.
"""
import html
import json
import os
import posixpath
import re
import shutil
import string
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "site"))
import markdown  # noqa: E402
import reference  # noqa: E402

# Folders of the catalog, and what stands above their lists.
FAMILIES = {
    "accountants": ("Accountants", "What private answers cost together; all are asked, and the least counts."),
    "commands": ("Commands", "Each command with an example and its options."),
    "data": ("Data", "The data that comes with tacit."),
    "engines": ("Where data is", "File formats and databases that are read."),
    "formats": ("Formats of tables", "What tables are read from and written to."),
    "generators": ("Generators of synthetic records", "Ways to learn columns and to draw them anew."),
    "hierarchies": ("Hierarchies", "Ways to say how values are grouped, level by level."),
    "inferences": ("Estimates from noisy data", "What data that was released with known noise says behind it."),
    "linkers": ("Linkers", "Ways to find records that belong together."),
    "mechanisms": ("Private mechanisms", "Ways to answer with exact noise and a guarantee."),
    "methods": ("Masking methods", "What a step of a plan can do to records."),
    "models": ("Guarantees", "What a plan can require of a release."),
    "modes": ("Ways to answer questions", "What a policy of the query server can choose."),
    "protections": ("Protections of tables", "What is done about sensitive cells."),
    "risks": ("Risks", "What an attacker would learn of records."),
    "rules": ("Rules for sensitive cells", "Which cells of a table must not be shown."),
    "statistics": ("Private statistics", "What a private release can answer."),
    "table_risks": ("Risks of tables", "What is left at risk in a protected table."),
    "table_utilities": ("Utility of tables", "What the protection of a table cost."),
    "utilities": ("Utility", "What the protection of records cost."),
}
FRONT = "docs/README.md"
ASSETS = ("site.css", "site.js")
PICTURES = (".svg", ".png", ".jpg", ".webp")


def die(problem):
    sys.exit(f"site: {problem}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def version():
    return re.search(r"version: '([^']+)'", read("meson.build")).group(1)


def family_of(path):
    """The folder of the catalog that the file belongs to, or None."""
    folder = path.removeprefix("docs/").split("/")[0]
    return folder if path.startswith("docs/") and folder in FAMILIES else None


def address(path):
    """Where the file or folder of the project stands in the site."""
    if path == FRONT:
        return "index.html"
    if path == "docs/openapi.json":
        return "http-api.html"
    if path.startswith("docs/schema/") and path.endswith(".json"):
        return path[len("docs/"):-len("json")] + "html"
    stem, kind = posixpath.splitext(path)
    if os.path.isdir(path):
        return posixpath.join(path.removeprefix("docs/") if path.startswith("docs/") else f"source/{path}", "index.html")
    if path.startswith("docs/"):
        inside = path[len("docs/"):]
        if kind != ".md":
            return inside
        return inside.removesuffix("README.md") + "index.html" if inside.endswith("/README.md") \
            else inside.removesuffix(".md") + ".html"
    if kind == ".md" and "/" not in path:
        return stem.lower() + ".html"
    return f"source/{stem if kind == '.md' else path}.html"


class Site:
    """All pages: `pages` by address, what they link to, and what is copied beside them."""

    def __init__(self):
        self.pages, self.links, self.copies, self.wanted = {}, {}, {}, []
        self.problems = []

    def want(self, path):
        if path not in self.wanted:
            self.wanted.append(path)

    def linker(self, path):
        """What makes the links of the page at `path` fit the site, and remembers them."""
        here, base = address(path), path if os.path.isdir(path) else posixpath.dirname(path)
        self.links.setdefault(here, set())

        def link(to):
            if re.match(r"[a-z]+://|mailto:", to):
                return to
            raw = to.startswith("raw:")
            to, _, anchor = to.removeprefix("raw:").partition("#")
            target = posixpath.normpath(posixpath.join(base, to)) if to else path
            if os.path.isdir(target) and os.path.exists(f"{target}/README.md"):
                target += "/README.md"
            if not os.path.exists(target):
                self.problems.append(f"{path} links to {to}, which is not there.")
                return to
            there = target.removeprefix("docs/") if raw or target.endswith(PICTURES) else address(target)
            if raw or target.endswith(PICTURES):
                self.copies[there] = target
            else:
                self.want(target)
            self.links[here].add((there, anchor))
            short = posixpath.relpath(there, posixpath.dirname(here) or ".")
            return ("" if there == here and anchor else short) + (f"#{anchor}" if anchor else "")
        return link

    def add(self, path):
        where = address(path)
        if where not in self.pages:
            self.pages[where] = markdown.Page(text_of(path), self.linker(path))
            self.pages[where].path = path

    def gather(self):
        """Every page of docs/, and what can be reached from them."""
        for folder, _, files in sorted(os.walk("docs")):
            self.wanted += [posixpath.join(folder, name) for name in sorted(files) if name.endswith(".md")]
        for path in self.wanted:  # grows meanwhile
            self.add(path)

    def check(self):
        """Whether all anchors are there and all pages can be reached."""
        reached, ways = {"index.html"}, ["index.html"]
        for here in ways:
            for there, anchor in sorted(self.links.get(here, ())):
                if there in self.pages and there not in reached:
                    reached.add(there)
                    ways.append(there)
                if anchor and anchor not in [s.name for s in self.pages[there].sections]:
                    self.problems.append(f"{self.pages[here].path} links to {there}#{anchor}, "
                                         "which is not there.")
        self.problems += [f"{page.path} cannot be reached from {FRONT}."
                          for where, page in sorted(self.pages.items()) if where not in reached]
        self.problems += [f"{page.path} has no title, or HTML of its own."
                          for page in self.pages.values() if not page.title or "<!--" in page.html]
        if self.problems:
            die("\n      ".join(self.problems))


def text_of(path):
    """The page of the file or folder, as Markdown."""
    if os.path.isdir(path):
        return list_of(path)
    if path == "docs/openapi.json":
        return reference.api_page(json.loads(read(path)))
    if path.startswith("docs/schema/") and path.endswith(".json"):
        return reference.schema_page(posixpath.basename(path), json.loads(read(path)))
    if path.endswith(".md"):
        return read(path)
    fence = "`" * 4
    return f"# {path}\n\n{fence}\n{read(path)}\n{fence}\n"


def list_of(folder):
    """The page that lists a folder: one of the catalog by its pages, another of the project by names."""
    name = posixpath.basename(folder)
    if not folder.startswith("docs/"):
        return f"# {folder}\n\n" + "".join(f"- `{entry}`\n" for entry in sorted(os.listdir(folder))
                                            if not entry.startswith("."))
    if name not in FAMILIES:
        die(f"a page links to the folder {folder}, which has neither a README.md nor a line in tools/site.py.")
    title, about = FAMILIES[name]
    text = [f"# {title}", "", about, "", "| page | what it is |", "|---|---|"]
    for page in sorted(os.listdir(folder)):
        if page.endswith(".md"):
            shown = markdown.Page(read(f"{folder}/{page}"), lambda to: to)
            first = re.split(r"(?<=[.:])\s", " ".join(shown.lead.split()), maxsplit=1)[0]
            first = re.sub(":$", ".", first)
            head = shown.title.partition(":")
            about = f"{head[2].strip() or head[0]}. {first}".replace("|", "\\|")
            text.append(f"| [{head[0]}]({page}) | {about} |")
    return "\n".join(text)


def contents():
    """The headings of the front page with their links: (heading, [(title, address)])."""
    groups = []
    for line in read(FRONT).splitlines():
        heading, entry = re.match(r"## (.+)", line), re.match(r"- \[(.+?)\]\((.+?)\)", line)
        if heading:
            groups.append((heading.group(1), []))
        elif entry and groups:
            to, _, anchor = entry.group(2).partition("#")
            path = posixpath.normpath(f"docs/{to}")
            path += "/README.md" if os.path.exists(f"{path}/README.md") else ""
            groups[-1][1].append((entry.group(1), address(path) + (f"#{anchor}" if anchor else "")))
    return [group for group in groups if group[1]]


class Shown:
    """The pages as files."""

    def __init__(self, site):
        self.site, self.version, self.groups = site, version(), contents()
        self.frame = string.Template(read("tools/site/page.html"))

    def item(self, here, title, there, inner=""):
        current = ' aria-current="page"' if there == here else ""
        href = posixpath.relpath(there, posixpath.dirname(here) or ".")
        return f'<li><a href="{href}"{current}>{html.escape(title)}</a>{inner}</li>'

    def parts(self, here):
        """The second headings of the page, for the navigation."""
        sections = [s for s in self.site.pages[here].sections if s.level == 2 and s.title]
        links = [f'<li><a href="#{s.name}">{html.escape(s.title)}</a></li>' for s in sections]
        return f"<ul>{''.join(links)}</ul>" if len(links) > 1 else ""

    def siblings(self, here, there):
        """The pages of the folder whose list is at `there`, if `here` is one of them."""
        folder = posixpath.dirname(there)
        if not folder or posixpath.dirname(here) != folder:
            return ""
        pages = sorted(where for where in self.site.pages
                       if posixpath.dirname(where) == folder and where != there)
        return "<ul>" + "".join(
            self.item(here, self.site.pages[where].title.partition(":")[0], where,
                      self.parts(here) if where == here else "") for where in pages) + "</ul>"

    def nav(self, here):
        lines = ["<div>"]
        for heading, entries in self.groups:
            lines.append(f"<h2>{html.escape(heading)}</h2>\n<ul>")
            for title, there in entries:
                inner = self.siblings(here, there) if there.endswith("index.html") else ""
                if there == here and here != "index.html":
                    inner = inner or self.parts(here)
                lines.append(self.item(here, title, there, inner))
            lines.append("</ul>")
        return "\n".join(lines + ["</div>"])

    def page(self, here):
        page = self.site.pages[here]
        title = page.title if here == "index.html" else f"{page.title} - tacit"
        return self.frame.substitute(title=html.escape(title), up="../" * here.count("/"), body=page.html.strip(),
                                     nav=self.nav(here), version=self.version)

    def index(self):
        """The script that the search reads: entries, and for each word the steps from one to the next."""
        entries, places = [], {}
        for here, page in sorted(self.site.pages.items()):
            for section in page.sections if not here.startswith("source/") else ():
                text = (section.title + " " + section.text).lower()
                words = set(re.findall(r"[^\W_]{2,}", text)) | set(re.findall(r"[^\W_]+(?:_[^\W_]+)+", text))
                if not section.title and not words:
                    continue
                for word in words:
                    places.setdefault(word, []).append(len(entries))
                top = section.level == 1
                entries.append([here if top else f"{here}#{section.name}", page.title,
                                "" if top else section.title])
        lines = [json.dumps(entry, ensure_ascii=False) for entry in entries]
        words = [f"{word} {steps(places[word])}" for word in sorted(places)]
        return ("window.tacitIndex = { entries: [\n" + ",\n".join(lines) + "\n], words: `\n"
                + "\n".join(words) + "\n` };\n")


def steps(numbers):
    """Rising numbers as the distances between them, in hexadecimal digits."""
    return " ".join(f"{n - before:x}" for before, n in zip([0] + numbers, numbers))


def prepare(folder):
    """An empty folder, or what an earlier run left there."""
    if os.path.isdir(folder) and os.listdir(folder) and not os.path.exists(f"{folder}/search.js"):
        die(f"the folder {folder} holds something else; name another one.")
    for where, folders, files in os.walk(folder, topdown=False):
        for name in files:
            os.remove(os.path.join(where, name))
        for name in folders:
            os.rmdir(os.path.join(where, name))


def write(folder, where, content):
    path = os.path.join(folder, where)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(content)


def main():
    if len(sys.argv) > 2:
        die("usage: site.py [FOLDER]")
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) == 2 else "build-site")
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    site = Site()
    site.gather()
    site.check()
    shown = Shown(site)
    prepare(folder)
    for here in site.pages:
        write(folder, here, shown.page(here))
    for there, path in site.copies.items():
        os.makedirs(os.path.dirname(os.path.join(folder, there)), exist_ok=True)
        shutil.copyfile(path, os.path.join(folder, there))
    for name in ASSETS:
        write(folder, name, read(f"tools/site/{name}"))
    write(folder, "search.js", shown.index())
    print(f"site: {len(site.pages)} pages in {folder}; open index.html")


if __name__ == "__main__":
    main()
