/** Markdown as a parser of its own reads it: what a host would make of a report. */
import { createRequire } from 'node:module';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly lang?: string | null;
  readonly children?: readonly Node[];
}

interface Parser {
  readonly __debug: { parse(text: string, options: { parser: 'markdown' }): Promise<{ ast: Node }> };
}

// The language server for the mapping's schema brings it along: remark, with tables, bare addresses and HTML.
const fromServer = createRequire(createRequire(import.meta.url).resolve('yaml-language-server/package.json'));
const { __debug }: Parser = fromServer('prettier');

/** Our own tag: none has an attribute but the address of a link. */
const ourTag = /<(?:\/?(?:code|details|summary|a)|a href="([^"<>]*)")>/g;
/** What a host turns into a mention or a reference. */
const mention = /(?:^|[^\w`])[@#!$%&~^](?=\w)|\bGH-\d/;
const ourKinds = ['root', 'heading', 'paragraph', 'text', 'table', 'tableRow', 'tableCell', 'list', 'listItem', 'html'];

/** What a page came to. */
export interface Page {
  /** Anything that is not ours: elements, links, mentions, blocks. */
  readonly foreign: readonly string[];
  readonly headings: number;
  readonly tables: number;
  /** Rows of all tables with the number of their cells. */
  readonly cells: readonly number[];
}

/** Reads a page. @param home what the address of every link begins with. */
export async function readPage(markdown: string, home: string): Promise<Page> {
  const { ast } = await __debug.parse(markdown, { parser: 'markdown' });
  const foreign: string[] = [];
  const counts = { heading: 0, table: 0 };
  const cells: number[] = [];
  let inCode = false;
  const visit = (node: Node): void => {
    const { type, value = '', children = [] } = node;
    if (type === 'html') {
      for (const [, href] of value.matchAll(ourTag)) {
        if (href !== undefined && !href.startsWith(home)) foreign.push(`link to ${href}`);
      }
      // What is no tag is text: the words of a summary.
      const rest = value.replace(ourTag, '');
      if (/<|&(?!#?\w+;)/.test(rest) && !/^<!-- file-checkouts plan [0-9a-f]{16} -->$/.test(rest.trim())) {
        foreign.push(`html ${value}`);
      }
      inCode = value.endsWith('<code>') || (inCode && !value.includes('</code>'));
    } else if (type === 'text') {
      if (!inCode && mention.test(value)) foreign.push(`mention ${value}`);
    } else if (type === 'link' && (node.url ?? '').startsWith(home)) {
      return;
    } else if (type === 'code' && node.lang === 'mermaid') {
      foreign.push(...foreignInPicture(value));
    } else if (type === 'strong' || type === 'break') {
      // An error of the run is written so.
    } else if (!ourKinds.includes(type)) {
      foreign.push(`${type} ${node.url ?? value}`);
    }
    if (type === 'heading') counts.heading += 1;
    if (type === 'table') counts.table += 1;
    if (type === 'tableRow') cells.push(children.length);
    for (const child of children) visit(child);
  };
  visit(ast);
  return { foreign, headings: counts.heading, tables: counts.table, cells };
}

/** Lines of a picture that are no own node or arrow. */
export function foreignInPicture(picture: string): string[] {
  const label = '"(?:[A-Za-z0-9 ./*_-]|#\\d+;)*"';
  const ours = new RegExp(
    `^(flowchart LR|  p\\d+\\(\\[${label}\\]\\)|  r\\d+\\[${label}\\]|  f\\d+\\[/${label}/\\]|  [pr]\\d+ --> [rf]\\d+)$`,
  );
  return picture.split('\n').filter((line) => !ours.test(line));
}
