import type { Step } from './steps.ts';

/** A step in one line: what it does, and its parts by their names. */
export function stepText({ do: what, ...parts }: Step): string {
  return `${what} ${wordsOf(parts)}`;
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(wordsOf).join('; ')}]`;
  if (typeof value === 'string') return /\s/.test(value) ? JSON.stringify(value) : value;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${wordsOf(part)}`)
    .join(', ');
}
