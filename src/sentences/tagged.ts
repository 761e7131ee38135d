/** Sentences by the code of what they say, each made from the data that goes with the code. */
// biome-ignore lint/suspicious/noExplicitAny: each sentence takes its own record.
export type Sentences = Readonly<Record<string, (data: any) => string>>;

/** What such a table can say: a code with its data, as `{ code, ...data }`. */
export type Tagged<Table extends Sentences> = {
  readonly [Code in keyof Table]: { readonly code: Code } & (Parameters<Table[Code]> extends [infer Data]
    ? Data
    : unknown);
}[keyof Table];

/** Returns the sentence that the table makes of a code with its data. */
export function formatSentence<Table extends Sentences>(table: Table, said: Tagged<Table>): string {
  return (table[said.code] as Table[keyof Table])(said);
}
