"""Parses the pages of standard input (a JSON list) and writes what they hold: tags with attributes, and texts."""
import json
import sys
from html.parser import HTMLParser


class Parts(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts = []

    def handle_starttag(self, tag, attrs):
        self.parts.append({"tag": tag, "attrs": dict(attrs)})

    def handle_endtag(self, tag):
        self.parts.append({"tag": "/" + tag, "attrs": {}})

    def handle_data(self, data):
        self.parts.append({"text": data})

    def handle_comment(self, data):
        self.parts.append({"tag": "comment", "attrs": {}})


def parts_of(page):
    parser = Parts()
    parser.feed(page)
    parser.close()
    return parser.parts


json.dump([parts_of(page) for page in json.load(sys.stdin)], sys.stdout)
