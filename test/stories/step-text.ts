import type { FileChange, PushStep, Step } from './steps.ts';
import { type Trouble, troubleText } from './trouble.ts';

/** A step in one line. */
export function stepText(step: Step): string {
  switch (step.do) {
    case 'run': {
      const hand = step.byHand === undefined ? '' : handText[step.byHand];
      return `run of push ${step.push}${hand} (${step.clone} clone)${withTrouble(step.trouble)}`;
    }
    case 'release':
      return `release --branch ${step.branch}${step.live ? ' --live' : ''}${withTrouble(step.trouble)}`;
    case 'freeze':
      return `run of push ${step.push} stops after call ${step.call}${step.isLate ? ' and loses its lease' : ''}; run of push ${step.meanwhile}; the first goes on`;
    case 'colleague':
      return `a colleague files ${step.path} = ${JSON.stringify(step.text)} by hand, at the level of ${step.branch}`;
    case 'neighbour':
      return `another repository files ${step.path} = ${JSON.stringify(step.text)} on its branch ${step.branch}`;
    case 'end':
      return `somebody ${step.how}s at the service what stands for ${step.path}, at the level of ${step.branch}`;
    case 'forget':
      return `ledger forget ${step.path ?? ''} --branch ${step.branch}`;
    case 'rotate':
      return 'the secret of the ledger is another one from now on';
    case 'mapping':
      return `the mapping changes: ${step.change}`;
    default:
      return `push ${step.id}, ${step.branch}: ${pushText(step)}`;
  }
}

const handText = {
  range: ' by hand, with --base and --head',
  paths: ' by hand, with --paths and --head',
  tip: ' by hand, at the tip',
};

function withTrouble(trouble: Trouble | null): string {
  return trouble === null ? '' : `, ${troubleText(trouble)}`;
}

function changeText(change: FileChange): string {
  if ('put' in change) return `${change.put} = ${JSON.stringify(change.text)}`;
  if ('drop' in change) return `${change.drop} goes`;
  const edit = change.text === undefined ? '' : ` = ${JSON.stringify(change.text)}`;
  return `${change.move} -> ${change.to}${edit}`;
}

function pushText(step: PushStep): string {
  switch (step.do) {
    case 'commit':
      return `${step.what}${step.bot ? ', by the skipped account' : ''}: ${step.changes.map(changeText).join('; ')}`;
    case 'merge':
      return `${step.how} of ${step.from}, conflicts go to ${step.mine ? 'this branch' : step.from}`;
    case 'pick':
      return `picks the last commit of ${step.from}`;
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
    case 'restore':
      return 'restored where it was';
  }
}
