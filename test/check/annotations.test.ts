import { expect, test } from 'vitest';
import { checkAnnotations } from '../../src/check/annotations.ts';
import { type CheckReport, nothingFound } from '../../src/check/check-report.ts';

const report: CheckReport = {
  ...nothingFound,
  valid: true,
  errors: [],
  mapping: { path: 'm.yml', blob: 'b', inWorkspace: 'm.yml' },
  repo: 'ORDERS',
  unmappedIs: 'warn',
  rules: { branches: 1, files: 1 },
  service: null,
  exitCode: 0,
};
const paths = Array.from({ length: 5000 }, (_, n) => `web/${n}/index.html`);

test('an annotation about thousands of files names the first', () => {
  const collisions = [{ object: 'ORD/10 index.html *IFS', paths, rules: [] }];
  expect(checkAnnotations({ ...report, collisions, unmapped: paths }).map(({ message }) => message)).toEqual([
    `ORD/10 index.html *IFS is made by ${paths.slice(0, 3).join(', ')} and 4997 more`,
    `5000 tracked files without a rule: ${paths.slice(0, 10).join(', ')} and 4990 more`,
  ]);
});
