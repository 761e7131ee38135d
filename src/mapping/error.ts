import { Problem } from '../errors.ts';
import { type FileProblem, formatProblems } from '../yaml/lines.ts';

/** A mapping file that cannot be used (exit code 2). */
export class MappingError extends Problem {
  readonly file: string;
  readonly problems: readonly FileProblem[];

  /** @param file as the user gave it @param problems in the order of the file; at least one */
  constructor(file: string, problems: readonly FileProblem[]) {
    super('mapping', formatProblems(file, problems), `Correct ${file}.`);
    this.name = 'MappingError';
    this.file = file;
    this.problems = problems;
  }
}
