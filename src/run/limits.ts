import type { Step } from '../checkout/next.ts';
import { some } from '../counted.ts';
import { Problem } from '../errors.ts';
import { makesCalls } from './ahead.ts';
import type { RunInput } from './input.ts';

/** Refuses before the first call when a push is larger than somebody expected (design §2). */
export function checkLimits({ options }: RunInput, steps: readonly Step[]): void {
  const calls = steps.filter(makesCalls);
  const deletes = calls.filter(({ should }) => should.request.reason === '*DELETE');
  const most = options['max-requests'];
  const mostDeletes = options['max-deletes'];
  if (calls.length > most) throw tooMany(calls, 'requests', most, 'max-requests');
  if (deletes.length > mostDeletes) throw tooMany(deletes, 'deletes', mostDeletes, 'max-deletes');
}

function tooMany(steps: readonly Step[], what: string, most: number, option: string): Problem {
  const { own = [], dependents = [] } = Object.groupBy(steps, ({ should }) =>
    should.request.dependent === undefined ? 'own' : 'dependents',
  );
  const pathsOf = (of: readonly Step[]) =>
    some(
      of.map(({ should }) => should.request.path.text),
      10,
    );
  const ofOwn = own.length === 0 ? '' : `${own.length} for changed files (${pathsOf(own)}), `;
  const paths =
    dependents.length === 0
      ? pathsOf(own)
      : `${ofOwn}${dependents.length} for files that only use one (${pathsOf(dependents)})`;
  return new Problem(
    'limit',
    `this would file ${steps.length} ${what}, more than ${most}: ${paths}`,
    `If you want that, run with --${option} ${steps.length}.`,
  );
}
