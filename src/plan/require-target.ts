import { Problem } from '../errors.ts';
import type { Placeholder } from '../mapping/placeholders.ts';
import type { PlannedPush } from './planned.ts';

/**
 * Without application and level nothing can be filed at all: that is the mapping, not a file. A starter file of `init`
 * in which they are still to be filled in can be planned with.
 *
 * @throws Problem('mapping') when nothing names one of them.
 */
export function requireTarget(plan: PlannedPush, open: readonly Placeholder[]): void {
  const isOpen = (field: string) => open.some(({ path }) => path.endsWith(`.${field}`));
  const fieldLacking = (['appl', 'lvl'] as const).find(
    (field) => !isOpen(field) && plan.requests.some(({ fields }) => fields[field] === undefined),
  );
  if (fieldLacking === undefined) return;
  const lacking = plan.requests.find(({ fields }) => fields[fieldLacking] === undefined);
  throw new Problem(
    'mapping',
    `nothing says which ${fieldLacking} ${lacking?.path.text} goes to`,
    'Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set; file-checkouts init writes a mapping to begin with.',
  );
}
