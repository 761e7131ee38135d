import type { Dice } from './dice.ts';
import type { Trouble } from './trouble.ts';

const kills = { 'kill-soon': 2, 'kill-ledger': 5, 'kill-call': 7 };
const kinds = { ...kills, token: 1, secret: 1, limit: 1, service: 8, ledger: 3 };

const endings = ['503', 'cut-before', 'cut-after', '500-after', 'refused', 'lost-refused', 'lost-refused'] as const;

/** Draws what goes wrong in a run. */
export function drawTrouble(dice: Dice): Trouble {
  const kind = dice.weighed(kinds);
  switch (kind) {
    case 'kill-soon':
      return { kind, ms: dice.between(20, 500) };
    case 'kill-ledger':
      return { kind, nth: dice.pick([1, 2, 'last', 'last'] as const), landed: dice.chance(0.5) };
    case 'kill-call':
      return { kind, nth: dice.pick([1, 1, 2, 2, 3]), worked: dice.chance(0.7), signal: signalOf(dice.chance(0.85)) };
    case 'secret':
    case 'limit':
    case 'token':
      return { kind };
    case 'service':
      return {
        kind,
        how: dice.pick(endings),
        method: dice.pick(['POST', 'POST', 'PATCH', null] as const),
        from: dice.between(1, 3),
        times: dice.pick([1, 2, 5, 50, 50]),
      };
    case 'ledger':
      return { kind, refuse: dice.chance(0.85) ? 'last' : 'all' };
  }
}

const signalOf = (isHard: boolean) => (isHard ? 'SIGKILL' : 'SIGTERM');

/** A service that refuses copy members: what uses them has to wait. */
const ofCopyMembers = { method: 'POST', objn: 'K', from: 1, times: 50 } as const;
export const copyMembersRefused: Trouble = { kind: 'service', how: 'refused', ...ofCopyMembers };
