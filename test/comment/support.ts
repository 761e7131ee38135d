import { type CommentInput, type CommentResult, keepComment } from '../../src/comment/keep-comment.ts';
import type { GitHub } from './github.ts';

export const marker = '<!-- file-checkouts plan 0123456789abcdef -->';

export interface Commented {
  readonly result: CommentResult;
  /** What was logged. */
  readonly lines: string[];
  /** Pauses that were asked for, milliseconds. */
  readonly pauses: number[];
}

/** Writes the comment as the action would; pauses take no time. */
export async function comment(github: Pick<GitHub, 'apiUrl'>, more: Partial<CommentInput> = {}): Promise<Commented> {
  const lines: string[] = [];
  const pauses: number[] = [];
  const result = await keepComment({
    token: 'job-token',
    apiUrl: github.apiUrl,
    repository: 'octo/orders',
    number: 7,
    marker,
    body: 'The plan\n',
    signal: new AbortController().signal,
    sleep: async (ms) => {
      pauses.push(ms);
    },
    log: { info: () => {}, notice: (line) => lines.push(line) },
    ...more,
  });
  return { result, lines, pauses };
}
