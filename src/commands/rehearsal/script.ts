import type { Sandbox } from '../../git/sandbox.ts';
import type { Site } from '../../service/site.ts';

/** One push to be rehearsed. */
export interface Push {
  readonly branch: string;
  /** null: the first push of the branch. */
  readonly before: string | null;
  readonly after: string;
}

/** Where a rehearsal files, as which user, and lines about it. */
export interface Setting {
  readonly site: Site;
  readonly token: string;
  /** Where the pushes go, in words. */
  readonly at: string;
  /** Lines for the beginning: what is made up, and as which user it files. */
  readonly about: readonly string[];
  /** Lines for the end of a rehearsal in which a request was refused. */
  readonly advice: readonly string[];
}

/** A repository made for the rehearsal, the site it is filed at, and its pushes, made one after the other. */
export interface Script extends Setting {
  /** What is played, in words. */
  readonly what: string;
  readonly sandbox: Sandbox;
  readonly repositoryName: string;
  readonly defaultBranch: string;
  /** The mapping as `--mapping` would name it; undefined: the default file of the repository. */
  readonly mapping?: string;
  /** What each push shows, and how it is made. */
  readonly steps: readonly { readonly title: string; readonly push: () => Promise<Push> }[];
}
