/** JUnit reports as Python's XML parser reads them. */
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
print(json.dumps([read(tree.fromstring(xml.encode())) for xml in json.load(sys.stdin)]))
`;

/** @throws if one is not well-formed */
export function readXml(texts: readonly string[]): Element[] {
  const options = { input: JSON.stringify(texts), encoding: 'utf8', maxBuffer: 1e8 } as const;
  return JSON.parse(execFileSync('python3', ['-I', '-S', '-c', script], options));
}

/** The element and all below it. */
export const everyElement = (element: Element): Element[] => [element, ...element.children.flatMap(everyElement)];
