import type { Story } from './draw.ts';
import type { StoryMapping } from './mapping.ts';
import type { Played } from './player.ts';
import type { Setting } from './setting.ts';
import type { Step } from './steps.ts';

/** How a story that fails was made smaller. */
export interface Shrunk {
  readonly story: Story;
  readonly played: Played;
  readonly plays: number;
}

/** Plays a story. */
type Play = (story: Story) => Promise<Played>;

/**
 * Leaves out one step after the other, then troubles and variants, as long as a failure of the same kind stays.
 *
 * @param most plays at most.
 */
export async function shrink(story: Story, played: Played, play: Play, most: number): Promise<Shrunk> {
  const kind = played.breaches[0]?.kind;
  let best: Shrunk = { story, played, plays: 0 };
  let plays = 0;
  const holds = async (smaller: Story) => {
    plays += 1;
    const again = await play(smaller);
    if (again.breaches[0]?.kind !== kind) return false;
    best = { story: smaller, played: again, plays };
    return true;
  };
  for (let isSmaller = true; isSmaller && plays < most; ) {
    isSmaller = false;
    for (const smaller of smallerStories(best.story)) {
      if (plays >= most) break;
      const candidate = smaller(best.story);
      if (candidate !== null && (await holds(candidate))) isSmaller = true;
    }
  }
  return { ...best, plays };
}

type Smaller = (story: Story) => Story | null;

/** Ways to make a story smaller; each is applied to what is left by then. */
function smallerStories({ steps, setting }: Story): Smaller[] {
  const without = steps.map(
    (step): Smaller =>
      (story) =>
        leaveOut(story, (one) => one === step),
  );
  const calm = steps.map(
    (step): Smaller =>
      (story) =>
        withoutTrouble(story, step),
  );
  return [...without.reverse(), ...calm, ...plainer(setting)];
}

function leaveOut(story: Story, isOut: (step: Step) => boolean): Story | null {
  const steps = story.steps.filter((step) => !isOut(step));
  return steps.length === story.steps.length ? null : { ...story, steps };
}

function withoutTrouble(story: Story, step: Step): Story | null {
  if ((step.do !== 'run' && step.do !== 'release') || step.trouble === null) return null;
  if (!story.steps.includes(step)) return null;
  return { ...story, steps: story.steps.map((one) => (one === step ? { ...step, trouble: null } : one)) };
}

const plainParts: readonly Partial<Setting>[] = [
  { format: 'sha1' },
  { host: 'github' },
  { concurrency: 1 },
  { adopted: true },
  { apart: false },
  { secret: false },
  { onConflict: 'prove' },
];

const plainModes: readonly Partial<StoryMapping>[] = [
  { dependents: 'report' },
  { branchDeleted: 'report' },
  { unmapped: 'warn' },
  { users: true },
];

/** The setting plainer, part by part. Without locks an RFP says what is withdrawn, so it stays. */
function plainer({ mapping }: Setting): Smaller[] {
  const modes = mapping.lock === '*YES' ? [...plainModes, { rfp: 'none' } as const] : plainModes;
  return [
    ...plainParts.map((part) => withSetting((setting) => ({ ...setting, ...part }))),
    ...modes.map((mode) => withSetting((setting) => ({ ...setting, mapping: { ...setting.mapping, ...mode } }))),
  ];
}

function withSetting(change: (setting: Setting) => Setting): Smaller {
  return (story) => {
    const setting = change(story.setting);
    return JSON.stringify(setting) === JSON.stringify(story.setting) ? null : { ...story, setting };
  };
}
