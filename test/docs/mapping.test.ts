import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fillIn } from '../../scripts/markdown.ts';
import { mappingParts } from '../../scripts/reference.ts';
import { createFields } from '../../src/interface/fields.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { createFieldRenderer } from '../../src/mapping/fields.ts';
import { loadMapping, longestMapping } from '../../src/mapping/load.ts';
import { matchFile } from '../../src/mapping/match.ts';
import { listStatedUses } from '../../src/uses/source-uses.ts';
import { keys } from '../mapping/keys.ts';
import { blocks, codes, mappings, pageText, plain, section, tables } from './markdown.ts';

const page = pageText('docs/mapping.md');
const run = { repo: 'ORDERS', branch: 'feature/search', sha: '0123456789abcdef'.repeat(3).slice(0, 40), run: '4711-1' };

/** A mapping made of parts, as a user would write it. */
function compiled(parts: object) {
  return compileMapping(loadMapping(JSON.stringify({ version: 1, ...parts }), 'docs/mapping.md'));
}

/** What one file becomes on `feature/search`. */
function requestOf(parts: object, path: string) {
  const mapping = compiled(parts);
  const match = matchFile(mapping, { ...run, path });
  const branchMatch = findBranchRule(mapping, run.branch);
  if (match.kind !== 'requests' || branchMatch === null) throw new Error(match.kind);
  const { rule, captures } = match;
  const [requestFields = {}] = match.requests;
  const ofRun = { ...run, user: null };
  const input = { compiled: mapping, branchMatch, requestFields, rule, run: ofRun, set: {} };
  return createFieldRenderer(input).render(path, captures);
}

/** What stands in a cell as code; `""` is the empty text. */
const texts = (cell: string | undefined) => codes(cell).map((code) => (code === '""' ? '' : code));

const rowsOf = (title: string, ...first: string[]) => {
  const rows = tables(section(page, title), ...first).flatMap((table) => table.rows);
  expect(rows.length).toBeGreaterThan(0);
  return rows;
};

describe('the tables that are made', () => {
  test('are what the code makes: npm run generate', () => {
    expect(fillIn(page, mappingParts, 'docs/mapping.md')).toBe(page);
  });

  test('have every key of the mapping, and every field of a create (interface §2.1)', () => {
    const said = rowsOf('Keys', 'key').map(({ key }) => plain(key));
    const last = (key: string) => key.replace(/\[\]$/, '').split('.').at(-1) ?? '';
    const all = [...keys.top, ...keys.rule, ...keys.match, ...keys.pipe, ...keys.attach, 'branch'];
    expect(new Set(said.map(last))).toEqual(new Set(all));
    const fields = rowsOf('Fields', 'field');
    expect(fields.map(({ field }) => plain(field))).toEqual(createFields.map(({ name }) => name));
    for (const row of [...rowsOf('Keys', 'key'), ...fields]) expect(row.meaning).toMatch(/\w.*\.$/);
  });
});

test('the mapping on top is valid, and has every key', () => {
  const [whole = ''] = mappings(page.slice(0, page.indexOf('\n## ')));
  expect(loadMapping(whole, 'docs/mapping.md').rules).toHaveLength(4);
  expect([...Object.keys(parse(whole)), 'attach'].sort()).toEqual([...keys.top].sort());
});

test.each(rowsOf('How a file is decided', 'rules, in this order'))('which rule wins: $file: $wins', (row) => {
  const patterns = texts(row['rules, in this order']);
  const rules = patterns.map((gfile) => ({ match: { gfile }, request: { srcd: gfile } }));
  expect([requestOf({ rules }, plain(row.file)).fields.srcd]).toEqual(texts(row.wins));
});

/** Whether a rule with that one pattern reaches a text. */
function reaches(part: string, pattern: string, text: string): boolean {
  const mapping = compiled({ rules: [{ match: { [part]: pattern }, request: {} }] });
  const path = { path: text, gfile: text, gpath: text === '' ? 'FILE' : `${text}/FILE` }[part] ?? 'FILE';
  const file = { repo: part === 'repo' ? text : 'R', branch: part === 'branch' ? text : 'b', path };
  return matchFile(mapping, file).kind === 'requests';
}

test.each(rowsOf('Match', 'part', 'pattern'))('patterns: $part $pattern', (row) => {
  const [pattern = '?'] = texts(row.pattern);
  const [match, not] = [texts(row.matches), texts(row['does not match'])];
  expect(match.length).toBeGreaterThan(0);
  expect(match.filter((text) => reaches(plain(row.part), pattern, text))).toEqual(match);
  expect(not.filter((text) => reaches(plain(row.part), pattern, text))).toEqual([]);
});

test.each(rowsOf('Captures', 'branch rule', 'branch'))('captures: $branch: $captures', (row) => {
  const mapping = compiled({ branches: [{ branch: plain(row['branch rule']) }] });
  const captures = findBranchRule(mapping, plain(row.branch))?.captures;
  const said = Object.fromEntries(codes(row.captures).map((code) => code.split('=')));
  expect(captures).toEqual(row.captures === 'does not match' ? undefined : said);
});

test.each(rowsOf('Fields', 'request', 'branch rule'))('fields: row %#: $sent', (row) => {
  const branches = [{ branch: run.branch, ...parse(plain(row['branch rule'])) }];
  const rules = [{ match: { path: '**' }, request: parse(plain(row['file rule'])) }];
  const { fields } = requestOf({ request: parse(plain(row.request)), branches, rules }, 'CUST.PF');
  const [said = ''] = codes(row.sent);
  const [name = '', value] = said.split('=');
  expect(createFields.map((field) => field.name)).toContain(name);
  expect({ ...fields }[name as keyof typeof fields]).toBe(value);
});

test.each(rowsOf('Values', 'value', 'becomes'))('values: $value: $becomes', (row) => {
  const rules = [{ match: { gpath: '{folder}' }, request: { srcd: codes(row.value)[0] } }];
  const rendered = requestOf({ rules }, 'QRPGLESRC/Ord100-Entry.PGM.RPGLE');
  expect(rendered.problems).toEqual([]);
  expect([rendered.fields.srcd]).toEqual(codes(row.becomes));
});

describe('what a push affects', () => {
  /** What a source of that name uses when it says so. */
  function usesIn(name: string, says: string): string[] {
    const before: Readonly<Record<string, string>> = { '.RPGLE': '**free\n', '.CBLLE': ' '.repeat(11) };
    const start = /^\.(LF|PF|DSPF)$/.test(name) ? '     A          R RECORD'.padEnd(44) : (before[name] ?? '');
    const path = name.startsWith('.') ? `SOURCE${name}` : name;
    const text = `${start}${says.replaceAll('\\n\\t', '\n\t')}\n`;
    return listStatedUses(path, text).flatMap(({ uses }) => uses.map(({ kind }) => kind));
  }

  const each = (...first: string[]) =>
    rowsOf('What a push affects', ...first).flatMap((row) =>
      codes(row.in).flatMap((name) => codes(row.says).map((says) => ({ name, says, use: row.use }))),
    );

  test.each(each('in', 'says', 'use'))('$name: $says is a use: $use', ({ name, says, use }) => {
    expect(new Set(usesIn(name, says))).toEqual(new Set([use]));
  });

  test.each(each('in', 'says').filter(({ use }) => use === undefined))('$name: $says is none', ({ name, says }) => {
    expect(usesIn(name, says)).toEqual([]);
  });
});

test('errors look as shown', () => {
  const text = section(page, 'Errors');
  const [answer = ''] = blocks(text, 'text');
  const [wrong = ''] = mappings(text);
  expect(() => loadMapping(wrong, '.file-checkouts.yml')).toThrow(answer.trimEnd());
});

test('YAML: the limits are those said, and yes is text', () => {
  const text = section(page, 'YAML');
  expect(text).toContain(longestMapping.toLocaleString('en'));
  const values = Number(/or ([\d,]+) values/.exec(text)?.[1]?.replace(',', ''));
  const rules = (count: number) => `version: 1\nskip-pushers: [${'a,'.repeat(count)}]`;
  // The map and its two values, and the list, count too.
  expect(() => loadMapping(rules(values - 3), 'm.yml')).not.toThrow();
  expect(() => loadMapping(rules(values + 1), 'm.yml')).toThrow(/more than 50000 values/);
  expect(loadMapping('version: 1\nrepo: yes', 'm.yml').repo).toBe('yes');
});
