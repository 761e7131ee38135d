/** What a page of the documentation holds that can be tried: its sections, blocks and tables. */
import { readFileSync } from 'node:fs';

/** A part of a page under one heading. */
export interface Section {
  readonly title: string;
  readonly text: string;
}

export interface Table {
  readonly head: readonly string[];
  /** Cells by the name of their column, as written. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export const pageText = (file: string) => readFileSync(file, 'utf8');

/** The sections of a page at `##`, in its order. */
export function sections(page: string): Section[] {
  const [, ...parts] = page.split(/^## /m);
  return parts.map((text) => ({ title: text.slice(0, text.indexOf('\n')), text }));
}

/** The section of that title; a page that lost it is no page to try. */
export function section(page: string, title: string): string {
  const found = sections(page).find((part) => part.title === title);
  if (found === undefined) throw new Error(`no section ${title}`);
  return found.text;
}

/** The contents of the fenced blocks in a language. */
export function blocks(text: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...text.matchAll(fence)].map(([, inside = '']) => inside);
}

/** The YAML blocks that are whole mappings. */
export function mappings(text: string): string[] {
  return blocks(text, 'yaml').filter((block) => /^version: 1$/m.test(block));
}

function cellsOf(line: string): string[] {
  const cells = line.replaceAll('\\|', '\0').split('|').slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\0', '|'));
}

/** The tables of a text whose heads begin with those columns. */
export function tables(text: string, ...first: readonly string[]): Table[] {
  const found = text.match(/^\|.*\|\n\| ---.*\|\n(?:\|.*\|\n)+/gm) ?? [];
  return found.flatMap((table) => {
    const [head = [], , ...rows] = table.trim().split('\n').map(cellsOf);
    if (!first.every((name, index) => plain(head[index]) === name)) return [];
    const names = head.map(plain);
    const rowOf = (cells: readonly string[]) =>
      Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
    return [{ head: names, rows: rows.map(rowOf) }];
  });
}

/** A cell without its code marks. */
export const plain = (cell = ''): string => cell.replaceAll('`', '');

/** The pieces of code in a cell. */
export const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code);
