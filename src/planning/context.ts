import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import type { Draft } from '../report/draft.ts';
import type { RunInput } from '../run-input.ts';

/** What of a run the steps up to the plan share. */
export interface Planning {
  readonly input: RunInput;
  readonly repository: Repository;
  readonly objects: Objects;
  readonly draft: Draft;
}
