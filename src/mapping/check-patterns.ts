/** Patterns that cannot be read, or that could never match, and the captures they make. */

import type { Finding } from '../yaml/findings.ts';
import type { Outline, PatternAt, RuleAt } from './outline.ts';
import { builtInNames } from './templates.ts';

/** What is wrong with the patterns of a mapping, and with what rules have beside them. */
export function patternFindings(outline: Outline): Finding[] {
  const rules = [...outline.branches, ...outline.rules];
  return [
    ...rules.flatMap((rule) => rule.patterns.flatMap(patternFinding)),
    ...rules.flatMap(captureFindings),
    ...outline.rules.flatMap(resultFindings),
  ];
}

function patternFinding(pattern: PatternAt): Finding[] {
  const { path, text, error } = pattern;
  if (error !== null) return [{ path, found: error.found, right: error.right }];
  const never = neverMatches(pattern);
  return never === null ? [] : [{ path, found: `the pattern \`${text}\`, which matches nothing`, right: never }];
}

/** What would be right instead of a pattern that no file or branch can match, or null. */
function neverMatches({ part, text }: PatternAt): string | null {
  if (text === '') return part === 'gpath' ? null : 'at least one character (only `gpath` is empty, at the root)';
  if (part === 'repo') return null;
  if (text.startsWith('/') || text.startsWith('./')) return 'no slash at the beginning: paths start at the repository';
  if (text.endsWith('/')) return `\`${text}**\` for all below that directory`;
  if (text.includes('//')) return 'one slash between directories';
  if (part === 'gfile' && text.includes('/')) return 'a file name; directories go to `gpath`, or all of it to `path`';
  return null;
}

function captureFindings(rule: RuleAt): Finding[] {
  const findings: Finding[] = [];
  const partOf = new Map<string, string>();
  for (const { path, part, glob } of rule.patterns) {
    for (const name of glob?.captures ?? []) {
      if ((builtInNames as readonly string[]).includes(name)) {
        const right = `another name: \`{${name}}\` has a meaning of its own`;
        findings.push({ path, found: `a capture \`{${name}}\``, right });
      }
      const before = partOf.get(name);
      if (before !== undefined && before !== part) {
        const right = 'a name of its own for each capture';
        findings.push({ path, found: `\`{${name}}\` also in \`${before}\``, right });
      }
      partOf.set(name, part);
    }
  }
  return findings;
}

/** A file rule says one thing about its files. */
function resultFindings(rule: RuleAt): Finding[] {
  const { path, value } = rule;
  const findings: Finding[] = [];
  const results = ['request', 'requests', 'skip'].filter((name) => Object.hasOwn(value, name));
  const right = 'one of `request`, `requests`, `skip`';
  if (results.length === 0 && Object.keys(value).length > 0) {
    findings.push({ path, found: 'a rule without a result', right });
  }
  for (const name of results.slice(1)) {
    findings.push({ path: [...path, name], atKey: true, found: `\`${name}\` beside \`${results[0]}\``, right });
  }
  const { match } = value;
  if (typeof match === 'object' && match !== null && !Array.isArray(match) && Object.keys(match).length === 0) {
    const found = 'a match without a part';
    findings.push({ path: [...path, 'match'], found, right: 'at least one part; `path: "**"` for every file' });
  }
  return findings;
}
