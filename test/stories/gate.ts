import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from '../crash/child.ts';
import type { Remote } from './remote.ts';
import type { Visit } from './service.ts';
import type { Trouble } from './trouble.ts';

/** Which pushes of the ledger were refused in a run. */
export interface Refused {
  readonly any: boolean;
  readonly all: boolean;
}

/** True for a trouble that needs the gate of the ledger's repository. */
export function needsGate(trouble: Trouble | null): boolean {
  return trouble?.kind === 'kill-ledger' || trouble?.kind === 'ledger';
}

/** Lets pushes of the ledger pass or not, as the trouble says, until the run is over. */
export async function keepGate(ledger: Remote, child: Child, visit: Visit): Promise<Refused> {
  const { trouble } = visit;
  const asked = { passed: 0, refused: 0 };
  if (trouble === null || !needsGate(trouble)) return { any: false, all: false };
  while (child.isAlive() || ledger.asking().length > 0) {
    for (const who of ledger.asking()) {
      const mayPass = await sayAt(trouble, visit, child, asked.passed + asked.refused + 1);
      asked[mayPass ? 'passed' : 'refused'] += 1;
      ledger.say(who, mayPass);
      if (mayPass && !child.isAlive()) await landed(ledger);
    }
    await wait(4);
  }
  ledger.open();
  return { any: asked.refused > 0, all: asked.refused > 0 && asked.passed === 0 };
}

async function sayAt(trouble: Trouble, visit: Visit, child: Child, n: number): Promise<boolean> {
  if (trouble.kind === 'ledger') return !(trouble.refuse === 'all' || visit.answered > 0);
  if (trouble.kind !== 'kill-ledger') return true;
  const isIt = trouble.nth === 'last' ? visit.answered > 0 : n === trouble.nth;
  if (!isIt || !child.signal('SIGKILL')) return true;
  await child.ended;
  return trouble.landed;
}

async function landed(ledger: Remote): Promise<void> {
  for (let n = 0; n < 500 && !ledger.hasLanded(); n += 1) await wait(4);
}
