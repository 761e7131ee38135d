/** The tables of `report` and `status` that people read; each form (text, Markdown, HTML) only decides how a cell looks. */

/**
 * A column. `is` says what its cells are: `lead` what became of the row, `name` a text to copy, `number` that of a request,
 * `about` and `why` remarks that plain text puts behind the row, `count` a number to compare with those above and below.
 */
export interface Column<Row> {
  readonly head: string;
  readonly is: 'lead' | 'text' | 'name' | 'number' | 'branch' | 'file' | 'commit' | 'about' | 'why' | 'count';
  /** The texts of a cell, mostly one; empty ones count as none. */
  readonly textsOf: (row: Row) => readonly string[];
  /** The address of what the first text names; null if there is none. */
  readonly urlOf?: (row: Row) => string | null;
  /** Stands before the text where no heading is above it. */
  readonly before?: string;
}

export interface Table<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Makes a column whose cells have the one text that `textOf` returns for the row. */
export function column<Row>(is: Column<Row>['is'], head: string, textOf: (row: Row) => string): Column<Row> {
  return { head, is, textsOf: (row) => [textOf(row)] };
}
