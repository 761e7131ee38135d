import { type CommentInput, keepComment } from '../../src/comment/keep-comment.ts';
import { silent } from '../silent.ts';
import type { GitHub } from './github.ts';

export const marker = '<!-- file-checkouts plan 0123456789abcdef -->';

/** Writes the comment as the action would; pauses take no time. Gives what was logged, and the pauses in milliseconds. */
export async function comment(github: Pick<GitHub, 'apiUrl'>, more: Partial<CommentInput> = {}) {
  const lines: string[] = [];
  const pauses: number[] = [];
  const result = await keepComment({
    ...{ token: 'job-token', apiUrl: github.apiUrl, repository: 'octo/orders', number: 7, marker, body: 'The plan\n' },
    ...{ signal: new AbortController().signal, log: { ...silent, notice: (line) => lines.push(line) } },
    sleep: async (ms) => void pauses.push(ms),
    ...more,
  });
  return { result, lines, pauses };
}
