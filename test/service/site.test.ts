import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { Problem } from '../../src/errors.ts';
import { demoSite } from '../../src/service/demo.ts';
import { readSite } from '../../src/service/load-site.ts';

const small = `users:
  - { user: U, token: t }
applications:
  - appl: A
    levels: [{ lvl: 1 }]
    attributes: [{ attr: X, objt: "*PGM", source: none }]
`;

function faults(text: string): string[] {
  try {
    readSite(text, 'site.yml');
  } catch (error) {
    if (error instanceof Problem && error.exitCode === 2) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('site files', () => {
  test('the demo site, as YAML and as JSON', () => {
    expect(readSite(stringify(demoSite), 'site.yml')).toEqual(demoSite);
    expect(readSite(JSON.stringify(demoSite), 'site.json')).toEqual(demoSite);
  });

  test('the smallest site; anchors are followed', () => {
    expect(readSite(small, 'site.yml').applications[0]?.appl).toBe('A');
    const two = small
      .replace('attributes: ', 'attributes: &a ')
      .concat('  - { appl: B, levels: [{ lvl: 1 }], attributes: *a }\n');
    expect(readSite(two, 'site.yml').applications[1]?.attributes).toHaveLength(1);
  });

  test.each([
    ['users: [', ['site.yml:1:9: Flow sequence in block collection must be sufficiently indented and end with a ]']],
    ['', ['site.yml:1:1: the file is empty']],
    [
      'users: []\napplications: 5',
      [
        'site.yml:1:8: users: is a list; it must have at least one user',
        'site.yml:2:15: applications: is 5; it must be a list',
      ],
    ],
    [small.replace('token', 'tokn'), ['site.yml:2:16: users[0].tokn: is not known here (tokn)']],
    [
      small.replace('lvl: 1', 'lvl: one'),
      ['site.yml:5:21: applications[0].levels[0].lvl: is one; it must be a whole number'],
    ],
    [
      small.replace('appl: A', 'x-appl: A'),
      [
        'site.yml:4:5: applications[0].appl: is missing',
        'site.yml:4:5: applications[0].x-appl: is not known here (x-appl)',
      ],
    ],
    [
      small.replace('source: none', 'source: some'),
      ['site.yml:6:51: applications[0].attributes[0].source: is some; it must be member, ifs or none'],
    ],
    [
      small.replace('token: t', `tokenSha256: zz`),
      ['site.yml:2:29: users[0].tokenSha256: is zz; it must be 64 hexadecimal digits'],
    ],
    [
      small.replace('token: t', `token: t, tokenSha256: ${'a'.repeat(64)}`),
      ['site.yml:2:39: users[0].tokenSha256: a user has either token or tokenSha256'],
    ],
    [
      small.replace('{ lvl: 1 }', '{ lvl: 1 }, { lvl: 1, follows: 7 }'),
      [
        'site.yml:5:26: applications[0].levels[1]: level 1 is there twice',
        'site.yml:5:45: applications[0].levels[1].follows: level 7 is not another level of it',
      ],
    ],
    [
      `${small}repositories: [{ repo: R, branches: [{ branch: main, proj: P }], attributes: [{ attr: Y }] }]`,
      [
        'site.yml:7:87: repositories[0].attributes[0].attr: attribute Y is not defined',
        'site.yml:7:60: repositories[0].branches[0].proj: project P is not defined',
      ],
    ],
    [
      `${small}installed: [{ appl: A, lvl: 2, objn: O, objt: "*PGM", attr: X }]`,
      ['site.yml:7:29: installed[0].lvl: level A/2 is not defined'],
    ],
    [`${small}users: []`, ['site.yml:7:1: Map keys must be unique']],
  ])('faults of %j are all named with their places', (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  test('alias bombs and endless files are refused quickly', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'.split('').map((name, index) => {
        const before = 'abcdefghi'[index];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`;
      }),
    ].join('\n');
    expect(faults(bomb)).toEqual(['site.yml:1:1: Excessive alias count indicates a resource exhaustion attack']);
    expect(faults('# '.padEnd(3_000_000, 'x'))).toEqual(['site.yml:1:1: the file is longer than 2097152 characters']);
  });
});
