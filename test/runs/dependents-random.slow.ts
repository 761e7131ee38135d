import { expect, test } from 'vitest';
import { installed, mapping } from './dependents-support.ts';
import { atOnce, outcomesOf } from './support.ts';

/** A generator of numbers below 1 that a seed repeats (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const programs = ['P0', 'P1', 'P2', 'P3'];
const includes = ['I0', 'I1', 'I2'];
/** I2 reaches its users by way of I1. */
const used: Readonly<Record<string, readonly string[]>> = {
  P0: ['I0'],
  P1: ['I0', 'I1', 'I2'],
  P2: ['I1', 'I2'],
  P3: [],
};

const textOf = (program: string, version: number) =>
  `**free\n// ${version}\n${(used[program] ?? [])
    .filter((name) => name !== 'I2')
    .map((name) => `/copy ${name}\n`)
    .join('')}`;
const includeText = (name: string, version: number) => `${name === 'I1' ? '/copy I2\n' : ''}// ${version}\n`;

/** What a random week of one branch has to come to, once a push has met no fault: each step is one push. */
async function play(seed: number): Promise<void> {
  const random = randomOf(seed);
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
  const versions = new Map([...programs, ...includes].map((name) => [name, 0]));
  const files = () =>
    Object.fromEntries([
      ...programs.map((name) => [`${name}.RPGLE`, textOf(name, versions.get(name) ?? 0)]),
      ...includes.map((name) => [`${name}.RPGLEINC`, includeText(name, versions.get(name) ?? 0)]),
    ]);
  const stateOf = (program: string) =>
    JSON.stringify([program, ...(used[program] ?? [])].map((name) => versions.get(name)));
  await using stage = await installed(mapping(), files());
  const deployed = new Map(programs.map((name) => [name, stateOf(name)]));
  const told: string[] = [];
  const live = (program: string) => stage.live().filter((line) => line.startsWith(`ORD/50 ${program} `));
  for (let step = 0; step < 8; step += 1) {
    for (const name of [pick([...includes, ...includes, ...programs]), pick([...includes, 'none', 'none'])]) {
      if (versions.has(name)) versions.set(name, pick([0, 0, 1, 2]));
    }
    const fault = pick(['none', 'none', 'none', 'refused', 'killed']);
    const change = { ...files(), 'README.md': `${step}` };
    const options =
      fault === 'refused'
        ? ({ refused: true } as const)
        : fault === 'killed'
          ? { dies: pick([atOnce, () => random() < 0.4]) }
          : {};
    const ended = await stage.push(`Step ${step}`, change, 'main', options).catch((error: Error) => error.message);
    told.push(
      `${fault} ${[...versions.values()]} ${typeof ended === 'string' ? ended.slice(0, 40) : outcomesOf(ended)}`,
    );
    if (random() < 0.3) {
      const program = pick(programs);
      if (live(program).length > 0 && typeof ended !== 'string' && ended.exitCode === 0) {
        await stage.later(program, { status: '20' });
        deployed.set(program, stateOf(program));
        told.push(`${program} has moved on`);
      }
    }
  }
  const last = await stage.push('Last', { 'README.md': 'last' });
  told.push(`last ${outcomesOf(last)} ${last.error?.message ?? ''}`);
  for (const program of programs) {
    const about = `seed ${seed}, ${program}\n${told.join('\n')}\n${live(program)}`;
    const isDeployed = deployed.get(program) === stateOf(program);
    const stands = live(program);
    expect(stands.length, about).toBeLessThanOrEqual(1);
    if (!isDeployed) expect(stands.length, about).toBe(1);
    const isMigrated = stands.some((line) => line.includes('*MIGRATE'));
    if (isDeployed && !isMigrated) expect(stands, about).toEqual([]);
    if (isMigrated) expect(stands.join(), about).toContain(textOf(program, versions.get(program) ?? 0).trim());
  }
  expect(last.exitCode, told.join('\n')).toBe(0);
}

const first = Number(process.env.DEPENDENTS_SEED ?? 1);
const count = Number(process.env.DEPENDENTS_STORIES ?? 1);

test.each(Array.from({ length: count }, (_, n) => first + n))('a week of changes and faults: seed %i', play, 60_000);
