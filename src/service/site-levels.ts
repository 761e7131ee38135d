/** What the levels of an application must agree on: who follows whom, and the placeholders of naming templates. */
import { nearest, shorten } from '../near.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import type { CheckedPart } from './file-parts.ts';

const placeholders = ['user', 'level', 'appl'];

/** Findings about the levels of one application. */
export function levelFindings(levels: readonly CheckedPart[]): YamlFinding[] {
  return levels.flatMap((level) => [
    ...followsFindings(level, levels),
    ...['folb', 'fslb', 'ifs'].flatMap((name) => templateFindings(level.at(name))),
    ...relativeDirectory(level.at('ifs')),
  ]);
}

/** A directory that does not start with a slash. */
export function relativeDirectory(directory: CheckedPart): YamlFinding[] {
  const { value } = directory;
  if (typeof value !== 'string' || value.startsWith('/')) return [];
  return [directory.wrong('a relative directory', 'expected one that starts with `/`')];
}

function followsFindings(level: CheckedPart, levels: readonly CheckedPart[]): YamlFinding[] {
  const { lvl, follows } = level.fields;
  if (typeof follows !== 'number') return [];
  const others = levels.map(({ fields }) => fields.lvl).filter((other) => other !== lvl);
  if (!others.includes(follows)) {
    const right =
      others.length === 0 ? 'expected no `follows`, as there is one level' : `expected one of ${others.join(', ')}`;
    return [level.at('follows').wrong(`\`${follows}\`, which is not another level of the application`, right)];
  }
  if (!endsIn(levels, follows, lvl)) return [];
  const right = 'expected a lowest level without `follows`';
  return [level.at('follows').wrong('levels that follow each other in a ring', right)];
}

/** Whether one comes from a level, going down, to another. */
function endsIn(levels: readonly CheckedPart[], from: unknown, to: unknown): boolean {
  const passed = [from];
  for (const current of passed) {
    const below = levels.find(({ fields }) => fields.lvl === current)?.fields.follows;
    if (below !== undefined && !passed.includes(below)) passed.push(below);
  }
  return passed.includes(to);
}

function templateFindings(template: CheckedPart): YamlFinding[] {
  if (typeof template.value !== 'string') return [];
  const words = template.value.matchAll(/<([^<>]*)>/g).map(([, word = '']) => word);
  const unknown = [...words].filter((word) => !placeholders.includes(word));
  return unknown.map((word) => {
    const near = nearest(word, placeholders);
    const right = near === null ? 'expected `<user>`, `<level>` or `<appl>`' : `did you mean \`<${near}>\`?`;
    return template.wrong(`the placeholder \`<${shorten(word)}>\``, right);
  });
}
