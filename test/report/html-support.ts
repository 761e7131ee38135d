/** HTML reports for tests, and a parser that is not ours. */
import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { filed } from '../../src/checkout/outcome.ts';
import { renderHtmlReport } from '../../src/report/html.ts';
import type { Report } from '../../src/report/report-json.ts';
import { hostileDependents } from './affected-support.ts';
import { left, noticed, planned, reportOf, row } from './support.ts';

export const links = 'https://github.example/octo/orders';

/** A report in which a text stands in every place that is filled from outside. */
export function everywhere(text: string): Report {
  const odd = planned(text, { identity: { appl: text, lvl: 1, type: text, objn: text, rpth: null } });
  const warned = filed(odd, 'created', { warnings: [text], objectId: 1, rfp: 7 });
  const report = reportOf([row('conflict', text, { msg: text, remedy: text }), warned], {
    leftOut: [{ ...left(text, text), previousPath: text }],
    notices: [noticed(text)],
    dependents: hostileDependents(text),
    mapping: { path: text, blob: null },
    range: { repo: text, branch: text, base: '1'.repeat(40), head: '2'.repeat(40), rule: 'push' },
    error: { code: 'service', message: 'lost', remedy: text, exitCode: 4 },
  });
  const requests = report.requests.map((request) => ({ ...request, previousPath: text, objt: text, attr: text }));
  return {
    ...report,
    requests,
    tool: text,
    run: { ...report.run, id: text, actor: text, url: `https://ci.example/${text}` },
  };
}

/** Entities undone, as a browser does. */
const undone = (html: string) => html.replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)));
/** As a reader sees it. */
export const plain = (html: string) => undone(html).replaceAll('\u200b', '');

/** What a host would look at for mentions and references: not tags, nor what is code or in a picture. */
export const outsideCode = (markdown: string) =>
  undone(markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/<code>.*?<\/code>|<a href="[^"]*">/g, ''));

/** What no text in a page of Markdown may change. */
export function formOf(markdown: string) {
  const lines = markdown.split('\n');
  const ours = /^<(\/?(code|details|summary|a)|details open|a href="https:\/\/(github|ci)\.example\/[^"<>]*")>$/;
  return {
    lines: lines.length,
    cells: lines.flatMap((line) => (line.startsWith('| ') ? [line.split('|').length] : [])),
    fences: markdown.split('```').length,
    tagsOfOthers: (markdown.match(/<[^>]*>?/g) ?? []).filter((tag) => !ours.test(tag)),
    mentions: outsideCode(markdown).match(/[@!]\w/g) ?? [],
    commands: lines.filter((line) => line.trimStart().startsWith('::') || line.includes('##[')),
    unseen: markdown.match(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u0000-\u0009\u000b-\u001f]/g),
  };
}
const none = { tagsOfOthers: [], mentions: [], commands: [], unseen: null };

/** That hostile texts leave the form as it is with a calm one. */
export function expectForm(markdown: string, calm: string): void {
  expect(formOf(markdown)).toEqual({ ...formOf(calm), ...none });
}

/** A tag (`/x` ends an x) or a text. */
export type Part = { readonly tag: string; readonly attrs: Record<string, string | null> } | { readonly text: string };

/** The pages as Python's parser reads them. */
export function parsed(pages: readonly string[]): Part[][] {
  const output = execFileSync('python3', ['test/report/html-parser.py'], {
    input: JSON.stringify(pages.map((page) => page.toWellFormed())),
    maxBuffer: 1e9,
    env: { ...process.env, PYTHONUTF8: '1' },
  });
  return JSON.parse(output.toString('utf8'));
}

/** The page of a report. */
export const pageOf = (report: Report) => renderHtmlReport(report, links);
