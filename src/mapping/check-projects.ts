/** Checks project, Git link and description against each other (interface §2.1, §2.2), as far as no file is needed. */

import type { YamlFinding } from '../yaml/findings.ts';
import { allFieldSets, type FieldsAt, type Outline } from './outline.ts';

/** Returns what is wrong for every file. Each request is checked again for its file and branch. */
export function projectFindings(outline: Outline): YamlFinding[] {
  const sets = allFieldSets(outline);
  return sets.flatMap((set) => [...taskFindings(set, sets, outline.request), ...linkFindings(set)]);
}

/** `*TASK` takes the text of the project or its task; only `proj: null` leaves a request without a project. */
function taskFindings(set: FieldsAt, sets: readonly FieldsAt[], request: FieldsAt): YamlFinding[] {
  const { rfpd, proj = request.fields.proj } = set.fields;
  const isGivenElsewhere = sets.some((other) => other !== set && typeof other.fields.proj === 'string');
  if (rfpd !== '*TASK' || proj !== null || isGivenElsewhere) return [];
  const found = '`rfpd: "*TASK"` with `proj: null`';
  return [{ path: [...set.path, 'rfpd'], found, right: 'a project, or a description in words' }];
}

function linkFindings({ path, fields }: FieldsAt): YamlFinding[] {
  if (fields.proj !== '*BRANCH') return [];
  return ['repo', 'branch'].flatMap((name) => {
    if (fields[name] !== null) return [];
    const found = `\`${name}: null\` with \`proj: "*BRANCH"\``;
    return [{ path: [...path, name], found, right: `\`${name}\` left out: it comes from the run` }];
  });
}
