import { expect, test } from 'vitest';
import { spent } from '../spent.ts';
import { checked, withRules } from './support.ts';

test('8,000 files and 200 rules that win nothing take seconds, whether they match every file or none', async () => {
  const files = Array.from({ length: 8_000 }, (_, n) => `app${n % 20}/Q${n % 7}SRC/N${n}.RPGLE`);
  const given = (rule: (n: number) => string) => withRules(...Array.from({ length: 200 }, (_, n) => rule(n)));
  const all = 'match: { path: "**" }\n    request: { objt: "{stem}" }';
  const every = given((n) => (n === 0 ? all : `match: { gfile: "N*.R*" }\n    skip: x${n}`));
  const none = given((n) => (n === 199 ? all : `match: { gfile: "*.R${n}" }\n    skip: x`));
  const took = await spent(() => {
    const { shadowed } = checked({ mapping: every, files });
    expect(shadowed).toHaveLength(199);
    const message =
      'rules[0] before it takes app0/Q0SRC/N0.RPGLE, app1/Q1SRC/N1.RPGLE, app2/Q2SRC/N2.RPGLE and many more';
    expect(shadowed[0]).toEqual({ rule: 'rules[1]', line: 6, by: ['rules[0]'], message });
    expect(checked({ mapping: none, files }).unreached).toHaveLength(199);
  });
  // Before rules were asked together it took six seconds.
  expect(took).toBeLessThan(2000);
});
