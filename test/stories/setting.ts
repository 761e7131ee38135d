import type { Dice } from './dice.ts';
import type { StoryBranches, StoryMapping, StoryRule } from './mapping.ts';

/** What holds for a whole story. */
export interface Setting {
  readonly mapping: StoryMapping;
  /** All branches that the story may have; the first is the default one. */
  readonly branches: readonly string[];
  readonly host: 'github' | 'gitlab';
  readonly format: 'sha1' | 'sha256';
  /** Calls at once. */
  readonly concurrency: number;
  /** The files of the first commit were there before the program was: its push has no run. */
  readonly adopted: boolean;
  /** `fail`: only what the branch's own record has is ever changed. */
  readonly onConflict: 'prove' | 'fail';
  /** A secret of its own seals the ledger, not the token. */
  readonly secret: boolean;
  /** The ledger is in a repository of its own. */
  readonly apart: boolean;
}

/** Copy members are skipped, or objects of their own. */
const includes = { skipped: null, delivered: { attr: 'COPY', objt: '*SRC' } } as const;

const rulesWith = (copyMembers: keyof typeof includes): readonly StoryRule[] => [
  { under: 'docs', makes: null },
  { ending: '.RPGLEINC', makes: includes[copyMembers] },
  { ending: '.RPGLE', makes: { attr: 'RPGLE', objt: '*PGM' } },
  { ending: '.SQLRPGLE', makes: { attr: 'SQLRPGLE', objt: '*MODULE' } },
  { ending: '.PF', makes: { attr: 'PF', objt: '*FILE' } },
  { ending: '.DSPF', makes: { attr: 'DSPF', objt: '*FILE' } },
];

/** Which branches there may be, the default branch first, and which names reach which level. */
function layout(branches: readonly string[], ...levels: readonly (readonly [number, ...string[]])[]) {
  return { branches, rules: levels.map(([lvl, ...names]): StoryBranches => ({ names, lvl })) };
}

const features = ['main', 'feature/a', 'feature/b'];
const layouts = [
  layout(features, [50, 'main'], [10, 'feature/**']),
  layout(features, [10, 'main', 'feature/**']),
  layout(['main', 'dev'], [50, 'main'], [10, 'dev']),
  layout([...features, 'same/c'], [50, 'main'], [10, 'feature/**'], [10, 'same/**']),
  layout(['main', 'dev', 'hotfix'], [50, 'main'], [10, 'dev', 'hotfix']),
];

/** Draws a setting. */
export function drawSetting(dice: Dice): Setting {
  const layout = dice.pick(layouts);
  const unlocked = dice.chance(0.06);
  const dependents = dice.chance(0.3) ? 'request' : 'report';
  const rfp = dice.weighed({ none: unlocked ? 0 : 1, 'per-push': 2, 'per-branch': 1 });
  return {
    mapping: {
      branches: layout.rules,
      rules: rulesWith(dice.pick(['skipped', 'delivered'])),
      lock: unlocked ? '*NO' : '*YES',
      rfp,
      unmapped: dice.chance(0.15) ? 'error' : 'warn',
      deletes: dice.chance(0.1) ? 'report' : 'request',
      users: dice.chance(0.5),
      branchDeleted: dice.chance(0.5) ? 'release' : 'report',
      dependents,
    },
    branches: layout.branches.slice(0, dice.between(2, layout.branches.length)),
    host: dice.chance(0.25) ? 'gitlab' : 'github',
    format: dice.chance(0.15) ? 'sha256' : 'sha1',
    concurrency: dice.pick([1, 4]),
    adopted: dice.chance(0.7),
    apart: dice.chance(0.3),
    secret: dice.chance(0.35),
    onConflict: dice.chance(0.08) ? 'fail' : 'prove',
  };
}

/** The setting in one line. */
export function settingText({ mapping, branches, ...told }: Setting): string {
  const { branches: levels, rules, ...modes } = mapping;
  const reach = levels.map(({ names, lvl }) => `${names.join(' ')} -> ${lvl}`).join(', ');
  const copies = rules.find(({ ending }) => ending === '.RPGLEINC')?.makes ? 'delivered' : 'skipped';
  const words = Object.entries({ ...modes, copies, ...told }).map(([key, value]) => `${key} ${value}`);
  return `${reach}; branches ${branches.join(' ')}; ${words.join(', ')}`;
}
