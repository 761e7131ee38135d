/** A JUnit report as Python's XML parser reads it. */
import { execFileSync } from 'node:child_process';

export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Element[];
}

const script = `
import sys, json
import xml.etree.ElementTree as tree
def read(element):
    return {"tag": element.tag, "attributes": element.attrib, "text": element.text or "", "children": [read(child) for child in element]}
print(json.dumps(read(tree.fromstring(sys.stdin.buffer.read()))))
`;

/** @throws when it is not well-formed. */
export function readXml(text: string): Element {
  return JSON.parse(execFileSync('python3', ['-c', script], { input: text, encoding: 'utf8', maxBuffer: 1e8 }));
}

/** The element and all below it. */
export function everyElement(element: Element): Element[] {
  return [element, ...element.children.flatMap(everyElement)];
}
