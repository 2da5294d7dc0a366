"""Checks a built site: each local link leads to a file and to an anchor in it, and each page is in the navigation.

    check.py FOLDER

Zensical's strict mode checks links from page to page, but no pictures, no other files and not the navigation.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors of a page, its local links, and those of them that are its navigation."""

    def __init__(self, file):
        super().__init__()
        self.anchors, self.links, self.navigation = {""}, [], set()
        self.file = file
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        for link in filter(None, (given.get("href"), given.get("src"))):
            address = urlsplit(link)
            if not address.scheme and not address.netloc:
                self.links.append((link, self.target(address.path), unquote(address.fragment)))
                if "md-nav__link" in given.get("class", "").split():
                    self.navigation.add(self.links[-1][1])

    def target(self, path):
        """The file that a path leads to, as a browser without a server finds it."""
        target = (self.file.parent / unquote(path)).resolve() if path else self.file
        return target / "index.html" if (target / "index.html").is_file() else target


site = Path(sys.argv[1]).resolve()
pages = {file: Page(file) for file in site.rglob("*.html") if file.name != "404.html"}
faults = []
for page in pages.values():
    for link, target, fragment in page.links:
        if not target.exists():
            faults.append(f"{page.file.relative_to(site)}: nothing is at {link}")
        elif target in pages and fragment not in pages[target].anchors:
            faults.append(f"{page.file.relative_to(site)}: no anchor for {link}")
navigation = pages[site / "index.html"].navigation
faults += [f"{file.relative_to(site)}: not in the navigation" for file in pages if file not in navigation]
sys.exit("\n".join(faults) or 0)
