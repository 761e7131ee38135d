import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/errors.ts';
import { readFaults } from '../../src/service/faults.ts';

function mistakes(text: string): string[] {
  try {
    readFaults(text, 'f.yml');
  } catch (error) {
    if (error instanceof Problem && error.exitCode === 2) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('faults files', () => {
  test('the example, as YAML and as JSON', () => {
    const text = readFileSync(new URL('faults.example.yml', import.meta.url), 'utf8');
    const faults = readFaults(text, 'faults.example.yml');
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
    expect(readFaults(JSON.stringify(faults), 'f.json')).toEqual(faults);
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
  ])('taken: %s', (text) => {
    expect(mistakes(text)).toEqual([]);
  });

  test.each([
    ['', 'f.yml:1:1: the file is empty'],
    ['a: 1', 'f.yml:1:1: is an object; it must be a list'],
    ['- [', 'f.yml:1:4: Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['- 5', 'f.yml:1:3: [0]: is 5; it must be a group of fields'],
    ['- { call: 1 }', 'f.yml:1:3: [0]: is an object; it must have one of delay, status, body, sev, refuse, cut'],
    ['- { delay: 5, nht: 1 }', 'f.yml:1:15: [0].nht: is not known here (nht)'],
    [
      '- { status: 503, retryAfter: "Sat, 21 Nov 2025 04:28:00 GMT" }',
      'f.yml:1:30: [0].retryAfter: is Sat, 21 Nov 2025 04:28:00 GMT; it must be seconds, or an HTTP date as Fri, 21 Nov 2025 04:28:00 GMT',
    ],
    [
      '- { status: 503, retryAfter: true }',
      'f.yml:1:30: [0].retryAfter: is true; it must be seconds, or an HTTP date as Fri, 21 Nov 2025 04:28:00 GMT',
    ],
    ['- { delay: 1, existingObjectId: 0, refuse: no }', 'f.yml:1:33: [0].existingObjectId: is 0; it must be 1 or more'],
    ['- { delay: 1, method: GET }', 'f.yml:1:23: [0].method: is GET; it must be POST or PATCH'],
    ['- { delay: 600001 }', 'f.yml:1:12: [0].delay: is 600001; it must not exceed 600000 ms'],
    ['- { delay: 1, nth: 0 }', 'f.yml:1:20: [0].nth: is 0; it must be 1 or more'],
    ['- { delay: 1, nth: x }', 'f.yml:1:20: [0].nth: is x; it must be a whole number'],
    ['- { delay: 1, objn: "" }', 'f.yml:1:21: [0].objn: is ; it must not be empty'],
    ['- { status: 200 }', 'f.yml:1:13: [0].status: is 200; it must be 400 to 599'],
    [
      '- { status: 429, when: after }',
      'f.yml:1:24: [0].when: is after; it must be before: a status below 500 says that nothing was done',
    ],
    [
      '- { status: 503, retryAfter: soon }',
      'f.yml:1:30: [0].retryAfter: is soon; it must be seconds, or an HTTP date as Fri, 21 Nov 2025 04:28:00 GMT',
    ],
    [
      '- { status: 503, retryAfter: -1 }',
      'f.yml:1:30: [0].retryAfter: is -1; it must be seconds, or an HTTP date as Fri, 21 Nov 2025 04:28:00 GMT',
    ],
    ['- { delay: 1, retryAfter: 1 }', 'f.yml:1:27: [0].retryAfter: is 1; it goes only with status'],
    ['- { delay: 1, existingObjectId: 7 }', 'f.yml:1:33: [0].existingObjectId: is 7; it goes only with refuse'],
    ['- { body: xml }', 'f.yml:1:11: [0].body: is xml; it must be malformed, truncated, empty, html, noRtn'],
    ['- { sev: "30" }', 'f.yml:1:10: [0].sev: is 30; it must be a severity that the interface does not know'],
    ['- { sev: 10 }', 'f.yml:1:10: [0].sev: is 10; it must be a severity that the interface does not know'],
    ['- { cut: middle }', 'f.yml:1:10: [0].cut: is middle; it must be before, after or midBody'],
    ['- { cut: after, when: after }', 'f.yml:1:23: [0].when: is after; it does not go together with cut'],
    ['- { refuse: no, when: after }', 'f.yml:1:23: [0].when: is after; it does not go together with refuse'],
    [
      '- { cut: after, status: 500, body: html }',
      'f.yml:1:10: [0].cut: is after; it does not go together with status and body',
    ],
    ['- { sev: "40", status: 500 }', 'f.yml:1:10: [0].sev: is 40; it does not go together with status'],
    ['- { refuse: no, sev: "40" }', 'f.yml:1:13: [0].refuse: is no; it does not go together with sev'],
    ['- { delay: 1, call: 1, nth: 1 }', 'f.yml:1:29: [0].nth: is 1; it does not go together with call'],
    ['- { delay: 1, nth: 2, every: 1 }', 'f.yml:1:30: [0].every: is 1; it does not go together with nth'],
    ['- { delay: 1, nth: 2, from: 1 }', 'f.yml:1:29: [0].from: is 1; it does not go together with nth'],
  ])('refused: %s', (text, expected) => {
    expect(mistakes(text)).toEqual([expected]);
  });

  test('all mistakes at once, of shape and of sense', () => {
    expect(
      mistakes('- { method: GET, nth: -1 }\n- { delay: 1 }\n- { when: before }\n- { body: html, cut: after }'),
    ).toEqual([
      'f.yml:1:13: [0].method: is GET; it must be POST or PATCH',
      'f.yml:1:23: [0].nth: is -1; it must be 1 or more',
      'f.yml:3:3: [2]: is an object; it must have one of delay, status, body, sev, refuse, cut',
      'f.yml:4:22: [3].cut: is after; it does not go together with body',
    ]);
  });
});
