import { invisible } from '../log.ts';

function unicodeEscapes(text: string): string {
  const units = text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}

/**
 * A value as indented JSON that may stand in a log: the strings are what they are once it is parsed, but characters
 * that are not seen, and the `##[` of a runner's command, are written as JSON escapes.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  // The line ends between the values are the only ones that are not escaped already.
  return `${json.replace(invisible, (char) => (char === '\n' ? char : unicodeEscapes(char))).replaceAll('##[', '##\\u005b')}\n`;
}
