import { drawStory, type Story } from './draw.ts';
import { type Played, playStory } from './player.ts';
import { settingText } from './setting.ts';
import { shrink } from './shrink.ts';

/** Which stories are played. */
export interface Series {
  readonly bundle: string;
  readonly seed: number;
  /** The number of the next story; null: there is none. */
  readonly next: () => number | null;
  readonly lanes: number;
  /** Plays at most to make a failure smaller; 0: it is shown as it is. */
  readonly shrinks: number;
  /** Told of each story as it ends; null: all was well. */
  readonly onStory: (failure: Failure | null) => void;
}

/** A story that failed. */
export interface Failure {
  readonly story: number;
  readonly kind: string;
  readonly text: string;
}

/** Plays stories until there is none left, some side by side. */
export async function playSeries(series: Series): Promise<{ passed: number; failures: Failure[] }> {
  const told = { passed: 0, failures: [] as Failure[] };
  const kinds = new Set<string>();
  const lane = async () => {
    for (let k = series.next(); k !== null; k = series.next()) {
      const failure = await playOne(series, k, kinds);
      if (failure === null) told.passed += 1;
      else told.failures.push(failure);
      series.onStory(failure);
    }
  };
  await Promise.all(Array.from({ length: series.lanes }, lane));
  return told;
}

/** @param kinds of failures so far: only the first of a kind is made smaller. */
async function playOne({ bundle, seed, shrinks }: Series, k: number, kinds: Set<string>): Promise<Failure | null> {
  const story = drawStory(seed, k);
  const played = await playStory(story, bundle).catch(brokenPlay);
  const [first] = played.breaches;
  if (first === undefined) return null;
  const isNew = !kinds.has(first.kind);
  kinds.add(first.kind);
  const play = (smaller: Story) => playStory(smaller, bundle).catch(brokenPlay);
  const told = { story, played };
  const small = shrinks === 0 || !isNew ? told : await shrink(told, play, shrinks);
  return { story: k, kind: first.kind, text: failureText(seed, k, small.story, small.played) };
}

/** A story that could not be played to its end. */
function brokenPlay(error: unknown): Played {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { lines: [], breaches: [{ kind: 'the story broke', text }] };
}

function failureText(seed: number, k: number, story: Story, played: Played): string {
  const files = [...story.files].map(([path, text]) => `${path} = ${JSON.stringify(text)}`);
  return [
    `story ${k} of seed ${seed}: ${played.breaches[0]?.kind}`,
    settingText(story.setting),
    `at first: ${files.join('; ')}`,
    ...played.lines,
    ...played.breaches.map(({ kind, text }) => `WRONG (${kind}): ${text}`),
    `again: npm run stories -- --seed ${seed} --story ${k}`,
  ].join('\n');
}
