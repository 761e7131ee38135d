import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readFaults } from '../../src/service/faults.ts';
import { complaint, documentedFaults, placesIn } from './helper.ts';

const message = (text: string) => complaint(() => readFaults(text, 'f.yml'));
const problems = (text: string) => placesIn(message(text));

describe('faults files', () => {
  test('the example of docs/service.md, as YAML and as JSON', () => {
    const faults = readFaults(documentedFaults(), 'docs/service.md');
    expect(faults).toEqual([
      { call: 1, status: 429, retryAfter: 1 },
      { method: 'POST', nth: 3, cut: 'after' },
      {
        objn: 'ORD300',
        times: 3,
        refuse: 'Target Object already locked by another request',
        existingObjectId: 10001,
      },
      { method: 'PATCH', from: 2, every: 2, delay: 20, status: 502, body: 'html' },
    ]);
    expect(readFaults(JSON.stringify(faults, null, '\t'), 'f.json')).toEqual(faults);
  });

  test('docs/service.md names every key', () => {
    const said = problems('- { no-key: 1 }')[0]?.replace(/^.*; one of /, '') ?? '';
    const page = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8');
    const section = /^## Bad days\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
    const named = [...section.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
    expect(named).toHaveLength(16);
    expect(named.sort()).toEqual(said.split(', ').sort());
  });

  test.each([
    '[]',
    '- { delay: 0 }',
    '- { status: 503, retryAfter: "Fri, 21 Nov 2025 04:28:00 GMT", body: html }',
    '- { status: 500, when: after, delay: 600000 }',
    '- { body: truncated, when: before }',
    '- { sev: "40" }',
    '- { sev: 99 }',
    '- { sev: "" }',
    '- { refuse: "" }',
    '\uFEFF- &a { delay: 1, nth: 2 }\r\n- { <<: *a, nth: 3 }\r\n',
  ])('taken: %j', (text) => {
    expect(message(text)).toBe('');
  });

  const retryAfter = 'expected whole seconds, or an HTTP date as "Fri, 21 Nov 2025 04:28:00 GMT"';
  const wrongDay = 'Sat, 21 Nov 2025 04:28:00 GMT';
  const severity = 'expected a severity that the interface does not know: not 10, 20 or 30';
  const effect = 'expected one of `delay`, `status`, `body`, `sev`, `refuse`, `cut`';
  test.each([
    ['', '1:1: an empty file; at least a list of faults, `[]` for none'],
    ['a: 1', '1:1: a map; expected a list of faults, a dash before each: `- a:`'],
    ['- { objn: M\ufffdLLER, status: 500 }', '1:12: a byte that is not UTF-8; the file saved as UTF-8'],
    ['- { delay: 1 } #'.padEnd(1048592, 'x'), '1:1: a file of 1048592 characters; at most 1048576'],
    ['- 5', '1:3: the number 5; expected a fault: for which calls it is, and what happens to them'],
    ['- { call: 1 }', `1:3: a fault that never takes effect; ${effect}`],
    ['- { delay: 5, nht: 1 }', '1:15: unknown key `nht`; did you mean `nth`?'],
    ['- { dealy: 5 }', '1:5: unknown key `dealy`; did you mean `delay`?'],
    [`- { status: 503, retryAfter: "${wrongDay}" }`, `1:30: the text "${wrongDay}"; ${retryAfter}`],
    ['- { status: 503, retryAfter: true }', `1:30: the value true; ${retryAfter}`],
    ['- { status: 503, retryAfter: soon }', `1:30: the text "soon"; ${retryAfter}`],
    ['- { status: 503, retryAfter: -1 }', `1:30: the number -1; ${retryAfter}`],
    ['- { delay: 1, existingObjectId: 0, refuse: no }', '1:33: the number 0; expected a whole number from 1 on'],
    ['- { delay: 1, method: GET }', '1:23: the text "GET"; expected one of `POST`, `PATCH`'],
    ['- { delay: 600001 }', '1:12: the number 600001; expected whole milliseconds, 600000 at most'],
    ['- { delay: 1, nth: 0 }', '1:20: the number 0; expected a whole number from 1 on'],
    ['- { delay: 1, nth: x }', '1:20: the text "x"; expected a whole number from 1 on'],
    [
      '- { delay: 1, objn: "" }',
      '1:21: an empty text; expected the name of an object (text; in quotes, if it looks like a number)',
    ],
    ['- { status: 200 }', '1:13: the number 200; expected a status from 400 to 599'],
    [
      '- { status: 429, when: after }',
      '1:24: `after` with status 429; expected `before`, as a status below 500 says that nothing was done',
    ],
    ['- { delay: 1, retryAfter: 1 }', '1:15: `retryAfter` without `status`; expected `status` too'],
    ['- { delay: 1, existingObjectId: 7 }', '1:15: `existingObjectId` without `refuse`; expected `refuse` too'],
    ['- { body: xml }', '1:11: the text "xml"; expected one of `malformed`, `truncated`, `empty`, `html`, `noRtn`'],
    ['- { sev: "30" }', `1:10: the text "30"; ${severity}`],
    ['- { sev: 10 }', `1:10: the number 10; ${severity}`],
    ['- { sev: [] }', `1:10: an empty list; ${severity}`],
    ['- { cut: middle }', '1:10: the text "middle"; expected one of `before`, `after`, `midBody`'],
    ['- { refuse: *YES }', '1:13: `*YES` without quotes, which YAML reads as an alias; quotes around it: "*YES"'],
    ['- { cut: after, when: after }', '1:17: `when` beside `cut`; leave out `when`, or `cut`'],
    ['- { refuse: no, when: after }', '1:17: `when` beside `refuse`; leave out `when`, or `refuse`'],
    [
      '- { cut: after, status: 500, body: html }',
      '1:5: `cut` beside `status` and `body`; leave out `cut`, or `status` and `body`',
    ],
    ['- { sev: "40", status: 500 }', '1:5: `sev` beside `status`; leave out `sev`, or `status`'],
    ['- { refuse: no, sev: "40" }', '1:5: `refuse` beside `sev`; leave out `refuse`, or `sev`'],
    ['- { delay: 1, call: 1, nth: 1 }', '1:24: `nth` beside `call`; leave out `nth`, or `call`'],
    ['- { delay: 1, nth: 2, every: 1 }', '1:23: `every` beside `nth`; leave out `every`, or `nth`'],
    ['- { delay: 1, nth: 2, from: 1 }', '1:23: `from` beside `nth`; leave out `from`, or `nth`'],
  ])('refused: %.60j', (text, expected) => {
    expect(problems(text)).toEqual([`f.yml:${expected}`]);
  });

  test('what is no YAML has its place too', () => {
    expect(problems('- [')).toEqual([expect.stringMatching(/^f\.yml:1:4: .+; .+/)]);
  });

  test('all that is wrong is said at once, of shape and of sense, each with its line and a caret', () => {
    const text = ['- { method: GET, nth: -1 }', '- { delay: 1 }', '- when: before', '- { body: html, cut: x, cot: 1 }'];
    expect(message(text.join('\n')).split('\n')).toEqual([
      `f.yml:1:3: a fault that never takes effect; ${effect}`,
      '    - { method: GET, nth: -1 }',
      '      ^^^^^^^^^^^^^^^^^^^^^^^^',
      'f.yml:1:13: the text "GET"; expected one of `POST`, `PATCH`',
      '    - { method: GET, nth: -1 }',
      '                ^^^',
      'f.yml:1:23: the number -1; expected a whole number from 1 on',
      '    - { method: GET, nth: -1 }',
      '                          ^^',
      `f.yml:3:3: a fault that never takes effect; ${effect}`,
      '    - when: before',
      '      ^^^^^^^^^^^^',
      'f.yml:4:17: `cut` beside `body`; leave out `cut`, or `body`',
      '    - { body: html, cut: x, cot: 1 }',
      '                    ^^^',
      'f.yml:4:22: the text "x"; expected one of `before`, `after`, `midBody`',
      '    - { body: html, cut: x, cot: 1 }',
      '                         ^',
      'f.yml:4:25: unknown key `cot`; did you mean `cut`?',
      '    - { body: html, cut: x, cot: 1 }',
      '                            ^^^',
    ]);
  });
});
