/** A note at a file, the mapping file or a changed one, or at the run as a whole, as CI hosts show them. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  readonly file: string | null;
  /** From 1; null: the file as a whole. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}
