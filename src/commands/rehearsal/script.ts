import type { Sandbox } from '../../git/sandbox.ts';
import type { Site } from '../../service/site.ts';

/** One push to be rehearsed. */
export interface Push {
  readonly branch: string;
  /** null: the first push of the branch. */
  readonly before: string | null;
  readonly after: string;
}

/** A repository made for the rehearsal, the site it is filed at, and its pushes, made one after the other. */
export interface Script {
  readonly sandbox: Sandbox;
  readonly site: Site;
  readonly token: string;
  readonly repositoryName: string;
  readonly defaultBranch: string;
  /** The mapping as `--mapping` would name it; undefined: the default file of the repository. */
  readonly mapping?: string;
  /** What each push shows, and how it is made. */
  readonly steps: readonly { readonly title: string; readonly push: () => Promise<Push> }[];
}
