import type { Problem } from '../errors.ts';

/** What this run knows of the remote's refs. A question asks about all that are wanted, so that they belong together. */
export interface RemoteView {
  /** Refs to ask about along with the first that is needed. */
  readonly wanted: Set<string>;
  /** OIDs by ref as the remote told them; null: it has no such ref. */
  tips: Map<string, string | null>;
  /** The branch that the remote's HEAD names, when `HEAD` was wanted. */
  defaultBranch: string | null;
  /** Why the remote could not be asked; it is not asked again. */
  trouble: Problem | null;
  asking: Promise<void> | null;
}
