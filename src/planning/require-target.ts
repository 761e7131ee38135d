import { Problem } from '../errors.ts';
import type { Plan } from '../plan/planned.ts';

/** Without application and level nothing can be filed at all: that is the mapping, not a file. */
export function requireTarget(plan: Plan): void {
  const lacking = plan.requests.find(({ fields }) => fields.appl === undefined || fields.lvl === undefined);
  if (lacking === undefined) return;
  const field = lacking.fields.appl === undefined ? 'appl' : 'lvl';
  throw new Problem(
    'mapping',
    `nothing says which ${field} ${lacking.path.text} goes to`,
    'Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set.',
  );
}
