/** The event of a run as one plain record for every host, so that later steps know no host's variables. */

/** The environment of the run, handed in by a front door. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What happened. OIDs are full; null where the host says "none" (a run of zeros). */
export type Happening =
  | { readonly kind: 'push'; readonly branch: string; readonly before: string | null; readonly after: string }
  | { readonly kind: 'branchDeleted'; readonly branch: string }
  | { readonly kind: 'tag'; readonly name: string }
  | {
      /** A pull request, merge request or merge group: planned by its target's branch rule, never filed. */
      readonly kind: 'proposal';
      readonly what: string;
      readonly target: string;
      /** null: the target's tip, which the host does not name. */
      readonly base: string | null;
      readonly head: string;
      /** True: `base` is the tip of the target; false: the common ancestor. */
      readonly baseIsTip: boolean;
      readonly number: number | null;
    }
  | {
      /** A manual run, a schedule or an API call: perhaps with a branch, never with a range. */
      readonly kind: 'manual';
      readonly what: string;
      readonly branch: string | null;
      readonly head: string | null;
      /** Present if the run may be for a push: the host does not say. */
      readonly mayBePush?: true;
    }
  /** The host's variables or payload lack a part that its event promises; only an explicit range helps. */
  | { readonly kind: 'unclear'; readonly branch: string | null; readonly why: string }
  | { readonly kind: 'local' };

export interface HostEvent {
  readonly host: 'github' | 'gitlab' | 'other' | 'local';
  readonly run: {
    /** The host's number of the run; null outside CI. */
    readonly id: string | null;
    readonly attempt: number;
    /** The job, for hosts that restart a job instead of the run: its name stays, its number grows. */
    readonly job?: { readonly name: string; readonly number: number };
    readonly url: string | null;
    /** The account at the host that started the run; never a Git author. */
    readonly actor: string | null;
  };
  readonly repository: {
    /** The repository's own name, without owner or group; null outside CI. */
    readonly name: string | null;
    /** The host's full name, `owner/name`; null if the host does not say. */
    readonly fullName: string | null;
    /** Its page, for links. */
    readonly url: string | null;
    readonly defaultBranch: string | null;
  };
  readonly happening: Happening;
}

/** True for "no commit" in the host's words: 40 or 64 zeros. */
export function isNoCommit(value: unknown): boolean {
  return typeof value === 'string' && /^(0{40}|0{64})$/.test(value);
}

/** Returns a full OID in lower case; null for a run of zeros, and for anything else. */
export function toOidOrNull(value: unknown): string | null {
  if (typeof value !== 'string' || !/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(value) || isNoCommit(value)) return null;
  return value.toLowerCase();
}

/** Parses the number of an attempt, from 1 to 999999999; returns 1 for an absent text, and for any other. */
export function parseAttempt(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** Returns an object (or array) as it is; an empty one for any other value, so that fields of parsed JSON can be read. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Returns a text that is not empty, else null: an empty variable or field counts as absent. */
export function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
