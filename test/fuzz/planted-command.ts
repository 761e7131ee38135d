import { fuzz } from './command.ts';

/** Runs the command over the subjects with planted bugs. */
export async function planted(argv: readonly string[], patienceSeconds = 20) {
  const lines: string[] = [];
  const code = await fuzz(argv, {
    subjects: new URL('./planted.ts', import.meta.url).href,
    print: (line) => lines.push(line),
    seed: 4711,
    patienceSeconds,
  });
  return { code, text: lines.join('\n') };
}
