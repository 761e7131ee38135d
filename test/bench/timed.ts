/** Programs that are timed from outside, as their user waits for them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** A program for Node: its file and arguments, and what surrounds it. */
export interface Program {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Timed {
  /** Milliseconds from before the start of the process until it and its outputs have ended. */
  readonly ms: number;
  readonly stdout: string;
}

/** Runs a program to its end. @throws Error when its exit code is not 0. */
export function timed({ args, cwd, env }: Program): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const start = performance.now();
    const child = spawn(process.execPath, [...args], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const ms = performance.now() - start;
      const stdout = Buffer.concat(out).toString('utf8');
      if (code === 0) resolve({ ms, stdout });
      else reject(new Error(`${args.join(' ')} ended with ${code}\n${stdout}${Buffer.concat(err).toString('utf8')}`));
    });
  });
}

/** Bundles a program of this folder as the product is bundled, so that no time goes to loading sources; gives its file. */
export async function bundled(folder: string, program: string): Promise<string> {
  const file = join(folder, program.replace(/^.*\//, '').replace(/\.ts$/, '.mjs'));
  const build = await rolldown({
    input: join(import.meta.dirname, program),
    platform: 'node',
    treeshake: { moduleSideEffects: [{ test: /node_modules/, sideEffects: false }] },
  });
  await build.write({ file, format: 'esm', minify: false, codeSplitting: false });
  await build.close();
  return file;
}
