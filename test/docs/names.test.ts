import { existsSync, globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { componentInputs } from '../../scripts/gitlab-component.ts';
import { commands, optionTable, toEnvVariable } from '../../src/options.ts';
import { actionOutputTable } from '../../src/report/outputs.ts';
import { codes, pageText, section, tables } from './markdown.ts';
import { headingsOf, linksOf, pages } from './pages.ts';

/** That a page names nothing that is not so. */
function expectNone(page: string, named: readonly string[], isNot: (name: string) => boolean): void {
  expect(named.filter(isNot), page).toEqual([]);
}

describe('what the pages name is there', () => {
  const texts = pages.map((page) => [page, pageText(page)] as const);

  test('options', () => {
    /** Of other programs: npx, git log, git diff, scripts/crash.ts, the benchmark. */
    const others = [
      ...['yes', 'notes', 'exit-code', 'kills', 'version', 'help', 'seconds', 'minutes', 'stories', 'only', 'peers'],
      ...['seed', 'path', 'force'],
      // Of Git, gh and npm.
      ...['global', 'add', 'pattern', 'predicate-type', 'package-lock-only', 'omit-lockfile-registry-resolved'],
      ...['omit', 'name-only', 'renormalize', 'not', 'remotes'],
    ];
    const known = [...optionTable.map(({ name }) => name), ...others];
    for (const [page, text] of texts) {
      const named = [...text.matchAll(/(?<=[\s`"'(|])--([a-z][a-z-]+)/g)].map(([, name = '']) => name);
      expectNone(page, named, (name) => !known.includes(name));
    }
  });

  test('variables', () => {
    const outputs = Object.keys(actionOutputTable).map((name) =>
      toEnvVariable(name === 'report' ? 'report-file' : name),
    );
    const options = [...optionTable.map(({ name }) => name), ...Object.keys(componentInputs())].map(toEnvVariable);
    const others = ['TOKEN', 'GIT_TOKEN', 'LEDGER_TOKEN', 'LEDGER_SECRET', 'LEDGER_SECRET_PREVIOUS', 'DEBUG'];
    const known = new Set([...options, ...outputs, ...others.map(toEnvVariable)]);
    for (const [page, text] of texts) {
      const named = text.match(/\bFILE_CHECKOUTS_[A-Z][A-Z_]*/g) ?? [];
      expectNone(page, named, (name) => !known.has(name));
    }
  });

  test('commands', () => {
    for (const [page, text] of texts) {
      const named = [...text.matchAll(/\bfile-checkouts ([a-z]+)`/g)].map(([, name = '']) => name);
      expectNone(page, named, (name) => !(name in commands));
    }
  });

  test('files and headings that are linked', () => {
    for (const page of pages) {
      for (const { file, heading } of linksOf(page)) {
        expect(existsSync(file), `${page}: ${file}`).toBe(true);
        if (heading !== null) expect(headingsOf(file), `${page}: ${file}`).toContain(heading);
      }
    }
  });

  test('messages of the troubleshooting table are those of the program', () => {
    const bundle = globSync('dist/chunks/*.mjs').map(pageText).join('\n');
    const found = tables(section(pageText('docs/troubleshooting.md'), 'Messages'), 'message');
    const rows = found.flatMap((table) => table.rows);
    expect(rows.length).toBeGreaterThan(10);
    for (const { message, remedy } of rows) {
      const quoted = codes(message);
      expect(quoted, message).toHaveLength(1);
      const [text = ''] = quoted;
      // A number, a name in capitals and three dots stand for what the program puts in.
      const pieces = text.split(/ ?(?:\.\.\.|\b\d+ requests|\b\d+\b|\bX\b) ?/).filter((piece) => piece !== '');
      const pattern = pieces.map(RegExp.escape).join('[^\\n]{1,60}?');
      expect(new RegExp(pattern).test(bundle), text).toBe(true);
      expect(remedy?.length, text).toBeGreaterThan(5);
    }
  });
});
