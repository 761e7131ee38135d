import { expect, test } from 'vitest';
import { pickGitErrorLine } from '../../src/git/failure.ts';

const rule = `remote: ${'='.repeat(72)}`;
const notFound = 'remote: ERROR: The project you were looking for could not be found.';

test.each<[string, readonly string[], string]>([
  [
    'GitLab over ssh, in a frame',
    ['remote: ', rule, 'remote: ', notFound, rule, 'fatal: Could not read from remote repository.'],
    notFound,
  ],
  ['a warning first', ['warning: redirecting', 'fatal: not found'], 'fatal: not found'],
  ['no line of an error', ['', 'Connection reset', 'by peer'], 'Connection reset'],
  [
    'a refused push, after progress',
    [
      'remote: Resolving deltas: 100%',
      "error: failed to push some refs to 'x'",
      'To x',
      '!\ta:refs/b\t[rejected] (fetch first)',
    ],
    '! a:refs/b [rejected] (fetch first)',
  ],
])('of many lines the one that says why: %s', (_, lines, expected) => {
  expect(pickGitErrorLine(new Error(lines.join('\n')))).toBe(expected);
});
