/** Markdown that is made from tables in code, and the places in a page where it goes. */

/** Returns a Markdown table; a `|` in a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns a sentence in which values and patterns (`*YES`, `docs/**`, `{word}`) are set as code. */
export function prose(text: string): string {
  return text.replace(/[\w/.-]*(?:\*[\w/*]*|\{\w*\})(?:\.[\w*]+)*/g, (value) => code(value));
}

export function code(text: string): string {
  return `\`${text}\``;
}

/**
 * Returns the page with new text between the marks `<!-- name -->` and `<!-- /name -->` of each part. @param parts
 * functions that make the text, by name
 * @param file name of the page, for the error @throws Error if the page lacks a mark
 */
export function fillIn(page: string, parts: Readonly<Record<string, () => string>>, file: string): string {
  return Object.entries(parts).reduce((result, [name, make]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!part.test(result)) throw new Error(`${file} has no place for the table ${name}`);
    return result.replace(part, (_, open: string, close: string) => `${open}${make()}\n${close}`);
  }, page);
}
