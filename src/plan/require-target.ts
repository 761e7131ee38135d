import { Problem } from '../errors.ts';
import type { Placeholder } from '../mapping/placeholders.ts';
import type { PlannedPush } from './planned.ts';

/**
 * Refuses a mapping that names no application or no level for a file.
 *
 * @param open fields that a starter mapping of `init` leaves to be filled in: a plan may lack them.
 * @throws Problem('mapping')
 */
export function requireTarget(plan: PlannedPush, open: readonly Placeholder[]): void {
  const isOpen = (field: string) => open.some(({ path }) => path.endsWith(`.${field}`));
  const missingField = (['appl', 'lvl'] as const).find(
    (field) => !isOpen(field) && plan.requests.some(({ fields }) => fields[field] === undefined),
  );
  if (missingField === undefined) return;
  const request = plan.requests.find(({ fields }) => fields[missingField] === undefined);
  throw new Problem(
    'mapping',
    `nothing says which ${missingField} ${request?.path.text} goes to`,
    'Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set; file-checkouts init writes a mapping to begin with.',
  );
}
