/** What the levels of an application must agree on: who follows whom, and the placeholders of naming templates. */
import { nearest, shorten } from '../near.ts';
import type { Finding } from '../yaml/findings.ts';
import type { RecordAt } from './file-records.ts';

const placeholders = ['user', 'level', 'appl'];

/** Findings about the levels of one application. */
export function levelFindings(levels: readonly RecordAt[]): Finding[] {
  return levels.flatMap((level) => [...followsFindings(level, levels), ...templateFindings(level)]);
}

function followsFindings({ path, fields }: RecordAt, levels: readonly RecordAt[]): Finding[] {
  const { lvl, follows } = fields;
  if (typeof follows !== 'number') return [];
  const others = levels.map((level) => level.fields.lvl).filter((other) => other !== lvl);
  const at = [...path, 'follows'];
  if (!others.includes(follows)) {
    const right =
      others.length === 0 ? 'expected no `follows`, as there is one level' : `expected one of ${others.join(', ')}`;
    return [{ path: at, found: `\`${follows}\`, which is not another level of the application`, right }];
  }
  if (!endsIn(levels, follows, lvl)) return [];
  return [
    { path: at, found: `levels that follow each other in a ring`, right: 'expected a lowest level without `follows`' },
  ];
}

/** Whether one comes from a level, going down, to another. */
function endsIn(levels: readonly RecordAt[], from: unknown, to: unknown): boolean {
  const passed = new Set<unknown>();
  let current: unknown = from;
  while (current !== undefined && !passed.has(current)) {
    if (current === to) return true;
    passed.add(current);
    const below: unknown = current;
    current = levels.find(({ fields }) => fields.lvl === below)?.fields.follows;
  }
  return false;
}

function templateFindings({ path, fields }: RecordAt): Finding[] {
  return ['folb', 'fslb', 'ifs'].flatMap((name) => {
    const template = fields[name];
    if (typeof template !== 'string') return [];
    const at = [...path, name];
    const unknown = [...template.matchAll(/<([^<>]*)>/g)].map((match) => match[1] ?? '');
    const findings = unknown
      .filter((word) => !placeholders.includes(word))
      .map((word): Finding => {
        const near = nearest(word, placeholders);
        const right = near === null ? 'expected `<user>`, `<level>` or `<appl>`' : `did you mean \`<${near}>\`?`;
        return { path: at, found: `the placeholder \`<${shorten(word)}>\``, right };
      });
    if (name !== 'ifs' || template.startsWith('/')) return findings;
    return [...findings, { path: at, found: 'a relative directory', right: 'expected one that starts with `/`' }];
  });
}
