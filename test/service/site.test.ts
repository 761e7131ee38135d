import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { fromJSONSchema } from 'zod';
import { siteJsonSchema } from '../../scripts/json-schemas.ts';
import { demoSite } from '../../src/service/demo.ts';
import { readSite } from '../../src/service/load-site.ts';
import type { Site } from '../../src/service/site.ts';
import { listLevelsAbove } from '../../src/service/targets.ts';
import { withDigests } from '../../src/service/tokens.ts';
import { complaint, demo, placesIn } from './helper.ts';

const small = `users:
  - { user: U, token: t }
applications:
  - appl: A
    levels: [{ lvl: 1 }]
    attributes: [{ attr: X, objt: "*PGM", source: none }]
`;

const message = (text: string) => complaint(() => readSite(text, 's.yml'));
const problems = (text: string) => placesIn(message(text));

const digest = (token: string) => createHash('sha256').update(token).digest('hex');

describe('site files', () => {
  test('the demo site, as YAML and as JSON; of its tokens only the SHA-256 is kept', () => {
    const users = demoSite.users.map(({ token = '', ...user }) => ({ ...user, tokenSha256: digest(token) }));
    expect(withDigests(readSite(stringify(demoSite), 's.yml'))).toEqual({ ...demoSite, users });
    const json = withDigests(readSite(JSON.stringify(demoSite, null, '\t'), 's.json'));
    expect(json).toEqual({ ...demoSite, users });
    expect(JSON.stringify(json)).not.toContain('demo-token');
  });

  test('the smallest site; BOM, CRLF and anchors', () => {
    expect(readSite(`\uFEFF${small.replaceAll('\n', '\r\n')}`, 's.yml').applications[0]?.appl).toBe('A');
    const two = small
      .replace('attributes: ', 'attributes: &a ')
      .concat('  - { appl: B, levels: [{ lvl: 1 }], attributes: *a }\n');
    expect(readSite(two, 's.yml').applications[1]?.attributes).toHaveLength(1);
  });

  test('a message is the place, what was found, what would be right, the line and a caret', () => {
    expect(message(small.replace('token: t', 'tokn: t')).split('\n')).toEqual([
      's.yml:2:16: unknown key `tokn`; did you mean `token`?',
      '      - { user: U, tokn: t }',
      '                   ^^^^',
    ]);
  });

  test('all that is wrong is said at once, in the order of the file', () => {
    const text = small
      .replace('user: U', 'usr: U')
      .replace('lvl: 1', 'lvl: one, folb: "<user><lvl>"')
      .replace('none', 'some')
      .concat('installed: [{ appl: A, lvl: 2, objn: O, objt: "*PGM", attr: Y }]\nprojects: 5\n');
    expect(problems(text)).toEqual([
      's.yml:2:5: no `user`; expected `user`: a user (text; in quotes, if it looks like a number or begins with `*`)',
      's.yml:2:7: unknown key `usr`; did you mean `user`?',
      's.yml:5:21: the text "one"; expected a level number from 0 on',
      's.yml:5:32: the placeholder `<lvl>`; expected `<user>`, `<level>` or `<appl>`',
      's.yml:6:51: the text "some"; expected one of `member`, `ifs`, `none`',
      's.yml:7:29: a level that is not defined, `2`; expected one that is defined; there is none',
      's.yml:7:61: an attribute that is not defined, `Y`; expected one of X',
      's.yml:8:11: the number 5; expected a list of projects',
    ]);
  });

  test.each<[string, ...string[]]>([
    ['users:\n\t- 1', '2:1: tab in the indentation; use spaces'],
    ['', '1:1: an empty file; at least `users` and `applications`'],
    ['users:\n  - M\ufffdLLER', '2:6: a byte that is not UTF-8; the file saved as UTF-8'],
    ['- 5', '1:1: a list; expected a site: `users`, `applications` and what else there is'],
    [
      'users: []\napplications: 5',
      '1:8: an empty list; expected a list of at least one user',
      '2:15: the number 5; expected a list of at least one application',
    ],
    [
      small.replace('token: t', 'tokenSha256: zz'),
      '2:29: the text "zz"; expected 64 hexadecimal digits, the SHA-256 of a token',
    ],
    [
      small.replace('token: t', 'token: two words'),
      '2:23: the text "two words"; expected a token: 1 to 256 visible ASCII characters',
    ],
    [
      small.replace('token: t', `token: t, tokenSha256: ${'a'.repeat(64)}`),
      '2:26: `token` and `tokenSha256`; one of the two',
    ],
    [
      small.replace('}\n', `}\n  - { user: V, tokenSha256: ${digest('t').toUpperCase()} }\n`),
      '3:16: the token of user `U` again; each user their own token',
    ],
    [
      small.replace('token: t', 'codes: [37, 73, { code: 31, appl: B, lvl: 2 }, { appl: A }]'),
      '2:28: the code 73; expected 37 (own requests) or 31 (those of others)',
      '2:50: an application that is not defined, `B`; expected one of A',
      '2:63: no `code`; expected `code`: a code, 37 or 31, or `{ code, appl, lvl }`',
    ],
    [
      small.replace('{ lvl: 1 }', '{ lvl: 1 }, { lvl: 1, follows: 7 }'),
      '5:33: level `1` a second time; each once',
      '5:45: `7`, which is not another level of the application; expected no `follows`, as there is one level',
    ],
    [
      small.replace('{ lvl: 1 }', '{ lvl: 1, follows: 2 }, { lvl: 2, follows: 1, ifs: web }'),
      '5:33: levels that follow each other in a ring; expected a lowest level without `follows`',
      '5:57: levels that follow each other in a ring; expected a lowest level without `follows`',
      '5:65: a relative directory; expected one that starts with `/`',
    ],
    [
      small.replace('none }', 'member, target: www, levels: [1, 5] }'),
      '6:18: no `fsfl`; expected `fsfl`: the source file, since `source` is `member`',
      '6:67: a relative directory; expected one that starts with `/`',
      '6:84: a level that is not defined, `5`; expected one of 1',
    ],
    [
      `${small}repositories: [{ repo: R, branches: [{ branch: main, proj: P }], attributes: [{ attr: Y }] }]`,
      '7:60: a project that is not defined, `P`; expected one that is defined; there is none',
      '7:87: an attribute that is not defined, `Y`; expected one of X',
    ],
    [
      `${small}projects: [{ proj: P, text: p, authorized: [AA], tasks: [{ task: 7, text: t }, { task: 7, text: u }] }]
repositories: [{ repo: R, branches: [{ branch: a, proj: P, task: 8 }, { branch: a, proj: P, stsk: 1 }, { branch: c, proj: P, task: 7, stsk: 2 }] }]`,
      '7:45: an application that is not defined, `AA`; expected one of A',
      '7:88: task `7` a second time; each once',
      '8:66: a task that is not defined, `8`; expected one of 7',
      '8:81: branch `a` a second time; each once',
      '8:99: a subtask without a task; expected `task` too',
      '8:141: a subtask that is not defined, `2`; expected one that is defined; there is none',
    ],
    [
      `${small}repositories: [{ repo: R, attributes: [{ gpath: "a**", gfile: "a/*", attr: X }, { gfile: "{a", attr: X }] }]`,
      '7:49: `**` beside other characters; `**` alone between slashes, as in `**/*.RPGLE`; within a name `*`',
      '7:63: a directory in the pattern of a file name; expected it in `gpath`',
      '7:90: `{` that is never closed; `}` at its end, or `\\{` for a plain brace',
    ],
    [`${small}users: []`, '7:1: the key `users` a second time; each key once'],
    [
      small.replace('user: U', 'user: *PUBLIC'),
      '2:13: `*PUBLIC` without quotes, which YAML reads as an alias; quotes around it: "*PUBLIC"',
    ],
  ])('what is wrong in %j is named with its place', (text, ...expected) => {
    expect(problems(text)).toEqual(expected.map((line) => `s.yml:${line}`));
  });

  test('alias bombs, endless files and deep nesting are refused quickly', () => {
    const nine = (one: string) => Array(9).fill(one).join(', ');
    const lines = [...'bcdefghi'].map((name, n) => `${name}: &${name} [${nine(`*${'abcdefghi'[n]}`)}]`);
    const bomb = [`a: &a [${nine('x')}]`, ...lines].join('\n');
    const before = process.cpuUsage();
    expect(problems(bomb)).toEqual([
      expect.stringContaining('more than 500000 values (an alias of aliases multiplies them); fewer values'),
    ]);
    expect(problems('# '.padEnd(5_000_000, 'x'))).toEqual(['s.yml:1:1: a file of 5000000 characters; at most 4194304']);
    expect(problems('['.repeat(1000))).toEqual([expect.stringContaining('; ')]);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

/** The blocks of YAML on the page; the first is the full example. */
function blocks(): string[] {
  const page = readFileSync(new URL('../../docs/site.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
}

interface Json {
  readonly $schema?: string;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
  readonly description?: string;
}

/** The keys of a schema and of all inside of it, as `users[].codes`. */
function keysOf(schema: Json, at = ''): { key: string; part: Json }[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...inner.flatMap((part) => keysOf(part, part === schema.items ? `${at}[]` : at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
      const key = at === '' ? name : `${at}.${name}`;
      return [{ key, part }, ...keysOf(part, key)];
    }),
  ];
}

/** The same of a value. */
function keysIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => keysIn(element, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const key = at === '' ? name : `${at}.${name}`;
    return [key, ...keysIn(part, key)];
  });
}

describe('the JSON Schema of the site file', () => {
  const schema = siteJsonSchema() as Json;
  const read = fromJSONSchema(siteJsonSchema() as Parameters<typeof fromJSONSchema>[0]);
  const takes = (value: unknown) => read.safeParse(value).success;

  test('is of draft 2020-12, refuses unknown keys everywhere, and describes every key', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.required).toEqual(['users', 'applications']);
    expect(keysOf(schema).length).toBeGreaterThan(60);
    for (const { key, part } of keysOf(schema)) {
      expect(part.description, key).toMatch(/\w+/);
      for (const inside of [part, part.items, ...(part.items?.anyOf ?? [])]) {
        if (inside?.properties) expect(inside.additionalProperties, key).toBe(false);
      }
    }
  });

  test('says the same as what reads the file', () => {
    const asIs = JSON.parse(JSON.stringify(demoSite)) as Site;
    expect(takes(asIs)).toBe(true);
    expect(takes({ ...asIs, users: [] })).toBe(false);
    expect(takes({ ...asIs, users: [{ user: 'U', codes: [{ appl: 'ORD' }] }] })).toBe(false);
    expect(takes({ ...asIs, users: [{ user: 'U', tokenSha256: 'a' }] })).toBe(false);
    expect(takes({ ...asIs, pipeline: [] })).toBe(false);
    expect(takes({ ...asIs, applications: [{ appl: 'A', levels: [{ lvl: -1 }], attributes: [] }] })).toBe(false);
  });
});

describe('docs/site.md', () => {
  test('the example is a site file, and shows every key that there is', () => {
    const [example = ''] = blocks();
    const site = readSite(example, 'docs/site.md');
    const shown = new Set([...keysIn(site), 'users[].token']);
    const known = keysOf(siteJsonSchema() as Json).map(({ key }) => key);
    expect(known.filter((key) => !shown.has(key))).toEqual([]);
  });

  test('the example runs: both kinds of token, narrow codes, templates, mapping, links, authorization', async () => {
    const [example = ''] = blocks();
    await using service = await demo({ site: readSite(example, 'docs/site.md') });
    const file = { appl: 'ORD', lvl: 10, repo: 'ORDERS', gpath: 'web/css', gfile: 'main.css' };
    const linked = { ...file, objn: 'main.css', branch: 'feature/search', proj: '*BRANCH', rpth: '/css' };
    expect(await service.create(linked, 'jane-token')).toMatchObject({
      sev: '10',
      request: { attr: 'WEBF', objt: '*IFS', folb: '/home/JANE/ORD', proj: 'CUST', task: 12, stsk: 1 },
    });
    const program = { ...file, objn: 'ORD100', gpath: 'QRPGLESRC', gfile: 'ORD100.PGM.RPGLE', lvl: 50 };
    const request = { attr: 'RPGLE', objt: '*PGM', folb: 'LEAD50', fsfl: 'QRPGLESRC' };
    expect(await service.create(program, 'lead-token')).toMatchObject({ sev: '10', request });
    expect(await service.update({ objectId: 10001, lock: '*NO' }, 'lead-token')).toMatchObject({ sev: '10' });
    expect(await service.update({ objectId: 10002, lock: '*NO' }, 'jane-token')).toMatchObject({ sev: '30' });
    expect((await service.create({ ...program, lvl: 90 }, 'lead-token')).msg).toContain('does not permit check-outs');
  });

  test('every key stands in the tables', () => {
    const page = readFileSync(new URL('../../docs/site.md', import.meta.url), 'utf8');
    const names = new Set(keysOf(siteJsonSchema() as Json).map(({ key }) => key.split(/[.[\]]+/).at(-1)));
    const named = new Set([...page.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]));
    expect([...names].filter((name) => !named.has(name))).toEqual([]);
  });
});

test('all levels that follow one are above it, the nearest first', () => {
  const above = [
    [5, 3],
    [2, 1],
    [3, 1],
    [4, 2],
  ].map(([lvl = 0, follows = 0]) => ({ lvl, follows }));
  const levels = [{ lvl: 1 }, ...above];
  const application = { appl: 'A', levels, attributes: [] };
  expect(listLevelsAbove(application, 1)).toEqual([2, 3, 4, 5]);
  expect(listLevelsAbove(application, 3)).toEqual([5]);
});
