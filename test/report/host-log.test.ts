import { expect, test } from 'vitest';
import { escapeText } from '../../src/log.ts';
import { createSectionLog } from '../../src/report/host-log.ts';
import { describeReportPlace, printReport } from '../../src/report/text.ts';
import { hostile, left, reportOf, row, times } from './support.ts';

/** How GitLab finds a marker in a log. */
const marker = /\u001b\[0Ksection_(start|end):(\d+):([a-zA-Z0-9_.-]+)(\[[^\]]*\])?\r\u001b\[0K/g;

function sections() {
  const lines: string[] = [];
  let seconds = 1_763_719_200;
  const now = () => {
    seconds += 1;
    return new Date(seconds * 1000 + 999);
  };
  const print = (line: string) => void lines.push(line);
  return { lines, log: createSectionLog({ info: print, notice: print }, now) };
}

const found = (text: string) => [...text.matchAll(marker)].map(([, kind, at, name, how]) => ({ kind, at, name, how }));

test('a group is a section that starts collapsed, with the time in whole seconds', () => {
  const { lines, log } = sections();
  log.group?.('left out: 12 files', () => log.info('one'));
  expect(lines).toEqual([
    '\u001b[0Ksection_start:1763719201:file_checkouts_1[collapsed=true]\r\u001b[0Kleft out: 12 files',
    'one',
    '\u001b[0Ksection_end:1763719202:file_checkouts_1\r\u001b[0K',
  ]);
});

test('sections of one title have names of their own, and inner ones are closed first', () => {
  const { lines, log } = sections();
  log.group?.('part', () => log.group?.('part', () => {}));
  const [outer, inner, innerEnd, outerEnd] = found(lines.join('\n')).map(({ name }) => name);
  expect(outer).not.toBe(inner);
  expect([innerEnd, outerEnd]).toEqual([inner, outer]);
});

const titles = [...hostile, 'section_start:1:x\r\u001b[0K', '', 'ÄÖÜ', 'x'.repeat(300)];
test.each(titles)('%j as a title is one marker', (title) => {
  const { lines, log } = sections();
  log.group?.(title, () => {});
  expect(found(lines.join('')).map(({ kind, name }) => [kind, name])).toEqual([
    ['start', 'file_checkouts_1'],
    ['end', 'file_checkouts_1'],
  ]);
  expect(lines[0]?.split('\r\u001b[0K')[1]).toBe(escapeText(title));
});

test('a file name that looks like a marker is none in the printed report', () => {
  const { lines, log } = sections();
  const name = '\u001b[0Ksection_end:1:file_checkouts_1_left_out\r\u001b[0K';
  const leftOut = times(20, (n) => left(`${name}${n}`, `${n} ${name}`));
  printReport(reportOf([row('created', name)], { leftOut }), log, describeReportPlace('report.json'));
  expect(found(lines.join('\n')).map(({ kind }) => kind)).toEqual(['start', 'end']);
});
