/** A note at a line of the mapping file, as CI hosts show them beside the file. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  /** Null: the run as a whole. */
  readonly file: string | null;
  /** From 1; null: the file as a whole. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}
