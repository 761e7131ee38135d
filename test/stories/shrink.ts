import type { Story } from './draw.ts';
import type { StoryMapping } from './mapping.ts';
import type { Played } from './player.ts';
import type { Setting } from './setting.ts';
import type { Step } from './steps.ts';

/** A story, and how it went. */
interface Told {
  readonly story: Story;
  readonly played: Played;
}

/**
 * Leaves out one step after the other, then troubles and variants, as long as a failure of the same kind stays.
 *
 * @param most plays at most.
 */
export async function shrink(told: Told, play: (story: Story) => Promise<Played>, most: number): Promise<Told> {
  const kind = told.played.breaches[0]?.kind;
  let best = told;
  let plays = 0;
  for (let isSmaller = true; isSmaller && plays < most; ) {
    isSmaller = false;
    for (const smaller of smallerStories(best.story)) {
      const story = plays < most ? smaller(best.story) : null;
      if (story === null) continue;
      plays += 1;
      const played = await play(story);
      if (played.breaches[0]?.kind !== kind) continue;
      best = { story, played };
      isSmaller = true;
    }
  }
  return best;
}

type Smaller = (story: Story) => Story | null;

/** Ways to make a story smaller; each is applied to what is left by then. */
function smallerStories({ steps, setting }: Story): Smaller[] {
  const without = steps.map((step) => replaced(step, []));
  const calm = steps.map((step) =>
    'trouble' in step && step.trouble ? replaced(step, [{ ...step, trouble: null }]) : none,
  );
  return [...without.reverse(), ...calm, ...plainer(setting)];
}

const none: Smaller = () => null;

function replaced(step: Step, by: readonly Step[]): Smaller {
  return (story) => {
    const steps = story.steps.flatMap((one) => (one === step ? by : [one]));
    return story.steps.includes(step) ? { ...story, steps } : null;
  };
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
