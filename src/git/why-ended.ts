import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { notStarted } from './start-git.ts';

/** As many characters of what a process says are kept. */
const mostWords = 10_000;

/** Why a Git process that was asked something has ended: its own words, or what kept it from being started. */
export function whyEnded(child: ChildProcessWithoutNullStreams): Promise<Error> {
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < mostWords) said += chunk.toString('utf8');
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(notStarted(error)));
    child.on('close', () => {
      // What it could live with comes before it.
      const words = /^fatal: .*/m.exec(said)?.[0] ?? said.trim();
      resolve(new Error(words || 'git cat-file ended before it had answered'));
    });
  });
}
