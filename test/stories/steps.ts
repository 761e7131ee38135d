/** The steps of a story: plain data, so that a story can be printed, shortened and played again. */

/** One change of a commit. A move without a text keeps the content. */
export type FileChange =
  | { readonly put: string; readonly text: string }
  | { readonly drop: string }
  | { readonly move: string; readonly to: string; readonly text?: string };

/** A step after which a branch stands somewhere else at the remote. `id` names its push. */
export type PushStep = { readonly id: number; readonly branch: string } & (
  | { readonly do: 'commit'; readonly what: string; readonly changes: readonly FileChange[] }
  | {
      readonly do: 'merge';
      readonly from: string;
      readonly how: 'merge' | 'forward' | 'squash';
      readonly mine: boolean;
    }
  | { readonly do: 'rebase'; readonly onto: string }
  | { readonly do: 'reset'; readonly back: number }
  | { readonly do: 'revert'; readonly back: number }
  | { readonly do: 'create'; readonly from: string; readonly changes: readonly FileChange[] }
  | { readonly do: 'delete' }
);

/** What goes wrong in a run. */
export type Trouble =
  | { readonly kind: 'kill-soon'; readonly ms: number }
  /** At a push of the ledger: the nth, or the first after a call was answered. */
  | { readonly kind: 'kill-ledger'; readonly nth: number | 'last'; readonly landed: boolean }
  | {
      readonly kind: 'kill-call';
      readonly nth: number;
      readonly worked: boolean;
      readonly signal: 'SIGKILL' | 'SIGTERM';
    }
  | { readonly kind: 'token' }
  | {
      readonly kind: 'service';
      readonly how: '503' | 'cut-before' | 'cut-after' | '500-after';
      readonly method: 'POST' | 'PATCH' | null;
      /** The first call of that method that meets it, and how many do. */
      readonly from: number;
      readonly times: number;
    }
  | { readonly kind: 'ledger'; readonly refuse: 'last' | 'all' };

/** A run of a push. */
export interface RunStep {
  readonly do: 'run';
  readonly push: number;
  readonly trouble: Trouble | null;
  readonly clone: 'depth-1' | 'full';
  /** Started by hand with a range: from the push before this one of the branch, or from the push's own base. */
  readonly byHand?: boolean;
}

/** A run that is stopped at its nth call, until another run of the branch is over. */
export interface FreezeStep {
  readonly do: 'freeze';
  readonly push: number;
  readonly call: number;
  readonly meanwhile: number;
}

export type Step =
  | PushStep
  | RunStep
  | FreezeStep
  /** A colleague files a request by hand for the object that a file makes. */
  | { readonly do: 'colleague'; readonly branch: string; readonly path: string; readonly text: string }
  | { readonly do: 'mapping'; readonly change: MappingChange };

export type MappingChange = 'no rule for .DSPF' | 'skip lib' | 'attr of .PF';

function changeText(change: FileChange): string {
  if ('put' in change) return `${change.put} = ${JSON.stringify(change.text)}`;
  if ('drop' in change) return `${change.drop} goes`;
  const edit = change.text === undefined ? '' : ` = ${JSON.stringify(change.text)}`;
  return `${change.move} -> ${change.to}${edit}`;
}

function troubleText(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'kill-soon':
      return `killed after ${trouble.ms} ms`;
    case 'kill-ledger':
      return `killed at ledger push ${trouble.nth}, which ${trouble.landed ? 'lands' : 'does not land'}`;
    case 'kill-call':
      return `${trouble.signal} at call ${trouble.nth}, ${trouble.worked ? 'its work done' : 'nothing done'}`;
    case 'token':
      return 'with a wrong token';
    case 'service':
      return `${trouble.how} for ${trouble.method ?? 'call'} ${trouble.from}, ${trouble.times} times`;
    case 'ledger':
      return `ledger refuses ${trouble.refuse === 'all' ? 'all pushes' : 'the last push'}`;
  }
}

/** A step in one line. */
export function stepText(step: Step): string {
  switch (step.do) {
    case 'run':
      return `run of push ${step.push}${step.byHand ? ' by hand, with --base and --head' : ''} (${step.clone} clone)${step.trouble === null ? '' : `, ${troubleText(step.trouble)}`}`;
    case 'freeze':
      return `run of push ${step.push} stops after call ${step.call}; run of push ${step.meanwhile}; the first goes on`;
    case 'colleague':
      return `a colleague files ${step.path} = ${JSON.stringify(step.text)} by hand, at the level of ${step.branch}`;
    case 'mapping':
      return `the mapping changes: ${step.change}`;
    default:
      return `push ${step.id}, ${step.branch}: ${pushText(step)}`;
  }
}

function pushText(step: PushStep): string {
  switch (step.do) {
    case 'commit':
      return `${step.what}: ${step.changes.map(changeText).join('; ')}`;
    case 'merge':
      return `${step.how} of ${step.from}, conflicts go to ${step.mine ? 'this branch' : step.from}`;
    case 'rebase':
      return `rebased onto ${step.onto}`;
    case 'reset':
      return `reset by ${step.back}`;
    case 'revert':
      return `reverts the last ${step.back}`;
    case 'create':
      return `created from ${step.from}: ${step.changes.map(changeText).join('; ')}`;
    case 'delete':
      return 'deleted';
  }
}
