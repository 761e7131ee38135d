import type { Sandbox } from '../../git/sandbox.ts';
import type { Site } from '../../service/site.ts';

/** One push to be rehearsed. */
export interface Push {
  readonly branch: string;
  /** null: the first push of the branch. */
  readonly before: string | null;
  readonly after: string;
}

/** Where a rehearsal files, and as whom. */
export interface Cast {
  readonly site: Site;
  readonly token: string;
}

/** A repository made for the rehearsal, the site it is filed at, and its pushes, made one after the other. */
export interface Script extends Cast {
  /** Lines for the beginning: what is played, and what of it is made up. */
  readonly about: readonly string[];
  /** Lines for the end of a rehearsal in which something was refused. */
  readonly advice: readonly string[];
  readonly sandbox: Sandbox;
  readonly repositoryName: string;
  readonly defaultBranch: string;
  /** The mapping as `--mapping` would name it; undefined: the default file of the repository. */
  readonly mapping?: string;
  /** What each push shows, and how it is made. */
  readonly steps: readonly { readonly title: string; readonly push: () => Promise<Push> }[];
}
