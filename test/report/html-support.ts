/** HTML reports for tests, and a parser that is not ours. */
import { execFileSync } from 'node:child_process';
import { filed } from '../../src/checkout/outcome.ts';
import { renderHtmlReport } from '../../src/report/html.ts';
import type { Report } from '../../src/report/report-json.ts';
import { hostileDependents } from './affected-support.ts';
import { noticed, planned, reportOf, row } from './support.ts';

export const links = 'https://github.example/octo/orders';

/** A report in which a text stands in every place that is filled from outside. */
export function everywhere(text: string): Report {
  const odd = planned(text, { identity: { appl: text, lvl: 1, type: text, objn: text, rpth: null } });
  const warned = filed(odd, 'created', { warnings: [text], objectId: 1, rfp: 7 });
  const report = reportOf([row('conflict', text, { msg: text, remedy: text }), warned], {
    leftOut: [{ path: text, previousPath: text, code: 'skip' as const, why: text }],
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
