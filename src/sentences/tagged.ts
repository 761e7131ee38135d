/** Sentences by the code of what they say, each made from the data that goes with the code. */
// biome-ignore lint/suspicious/noExplicitAny: each sentence takes its own record.
export type Sentences = Readonly<Record<string, (data: any) => string>>;

/** What such a table can say: a code with its data, as `{ code, ...data }`. */
export type Tagged<Table extends Sentences> = {
  readonly [Code in keyof Table]: { readonly code: Code } & (Parameters<Table[Code]> extends [infer Data]
    ? Data
    : unknown);
}[keyof Table];

/** Returns the sentence that the table makes of a code with its data. @throws Error for a code that is not in the table (a bug) */
export function formatSentence<Table extends Sentences>(table: Table, said: Tagged<Table>): string {
  const sentence = table[said.code];
  if (sentence === undefined) throw new Error(`no sentence for ${String(said.code)}`);
  return sentence(said);
}
