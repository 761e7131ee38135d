/** Reports made from rows as filing gives them. */

import { type FiledRequest, filed, type Outcome } from '../../src/checkout/outcome.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import { readHost } from '../../src/host/read-host.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { type RunOutcome as Came, makeReport } from '../../src/report/make-report.ts';
import type { Foreseen } from '../../src/report/plan-rows.ts';
import { type Report, toReportRequest } from '../../src/report/report-json.ts';
import { describeReportPlace, printReport } from '../../src/report/text.ts';

export function planned(path: string, more: Partial<PlannedRequest> = {}): PlannedRequest {
  return {
    ...{ path: toGitPath(path), previousPath: null, reason: '*MIGRATE', rule: 'rules[0]' },
    identity: { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'ORD100', rpth: null },
    ...{ fields: { appl: 'ORD', lvl: 50, objn: 'ORD100', objt: '*PGM', attr: 'RPGLE' }, blob: 'a'.repeat(40) },
    ...{ bytes: 1234, obstacle: null, ...more },
  };
}

/** What a plan knows beside its requests: nothing, but for what is given. */
export const foreseen = (more: Partial<Foreseen> = {}): Foreseen => ({
  ...{ names: new Map(), heldBy: new Map(), rfpMode: 'per-push', rfpOf: () => null, ...more },
});

export const row = (outcome: Outcome, path: string, more: Partial<FiledRequest> = {}): FiledRequest =>
  filed(planned(path), outcome, more);

/** The report of a run with these rows. */
export function reportOf(rows: readonly FiledRequest[], more: Partial<Came> = {}): Report {
  const came: Came = {
    ...{ error: null, nothingToFile: null, leftOut: [], dependents: [], notices: [] },
    mapping: { path: '.file-checkouts.yml', blob: 'b'.repeat(40) },
    range: { repo: 'ORDERS', branch: 'main', base: '1'.repeat(40), head: '2'.repeat(40), rule: 'push' },
    ...{ requests: rows.map(toReportRequest), ...more },
  };
  const event = readHost({}, undefined);
  return makeReport(came, { tool: '1.2.3', command: 'file', event, at: new Date('2026-11-21T10:00:00Z') });
}

/** What the log of CI shows of a report, line by line; a group is in brackets. */
export function logged(report: Report): string[] {
  const lines: string[] = [];
  const info = (text: string) => void lines.push(...text.split('\n'));
  const group = (title: string, print: () => void) => {
    info(`[ ${title}`);
    print();
    info(']');
  };
  printReport(report, { info, notice() {}, group }, describeReportPlace(undefined));
  return lines;
}

/** A file that was left out. */
export const left = (path: string, why = 'skip: documentation', code: Report['leftOut'][number]['code'] = 'skip') => ({
  ...{ path, code, why },
});

/** So many of something. */
export const times = <Of>(length: number, make: (n: number) => Of): Of[] => Array.from({ length }, (_, n) => make(n));

/** A notice that says a text. */
export const noticed = (message: string): Report['notices'][number] => ({ code: 'notWritten', message });

/** Texts that somebody might name a file or write into a message to do harm. */
export const hostile = [
  ...['x\n::error::pwned', 'x\r\n::stop-commands::t', '::add-mask::a', ' ::add-mask::a', 'x##[add-mask]y'],
  ...['\u001b[2J\u001b]0;title\u0007', 'a\u202egpj.exe', 'a | b || c', '`rm -rf` ```', '<img src=x onerror=alert(1)>'],
  ...['</details><script>alert(1)</script>', '&lt;b&gt;', '"><a href="javascript:alert(1)">x'],
  ...['[link](https://evil.example) ![i](https://evil.example/i.png)', 'https://evil.example/a www.evil.example'],
  ...['@octocat please look, me@octocat.example', 'fixes #1, closes octo/repo#2, GH-3, !4'],
  ...['# heading\n- item\n1. one\n    code', '**bold** __bold__ ~~no~~ $\\alpha$'],
  ...['$(touch pwned) ; rm -rf / && %COMSPEC%', '\\', '1. list', '- list', '\ud800'],
];
