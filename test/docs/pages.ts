/** Every page of the documentation, and what in it can be tried: blocks, commands, links. */
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { pageText } from './markdown.ts';

const top = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
export const pages: readonly string[] = [...top, ...globSync('docs/*.md').sort()];

/** A fenced block. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page, also those without a language. */
export function blocksOf(page: string): Block[] {
  const text = pageText(page);
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '');

/** Pieces of code between the words of a page. */
export function codesOf(page: string): string[] {
  const found = withoutBlocks(pageText(page)).matchAll(/`([^`\n]+)`/g);
  return [...found].map(([, code = '']) => code.replaceAll('\\|', '|'));
}

/** The name under which a host links to a heading. */
function slug(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replaceAll(' ', '-');
}

export function headingsOf(page: string): string[] {
  return [...withoutBlocks(pageText(page)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title));
}

/** A link to somewhere in the project: file (from the top) and heading. */
export interface Link {
  readonly file: string;
  readonly heading: string | null;
}

export function linksOf(page: string): Link[] {
  const targets = [...withoutBlocks(pageText(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', heading = null] = target.split('#');
      return { file: path === '' ? page : posix.join(posix.dirname(page), path), heading };
    });
}
