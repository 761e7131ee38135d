import { exitCodes, messageOf, Problem } from '../errors.ts';

export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly exitCode: number;
}

/** What a thrown error is in a report. Anything but a Problem is a bug of ours and says so. */
export function errorOf(thrown: unknown): RunError {
  if (thrown instanceof Problem) return thrown;
  const remedy =
    'This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.';
  return { code: 'defect', message: messageOf(thrown), remedy, exitCode: exitCodes.notFiled };
}
