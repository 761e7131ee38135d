/** Rules between project, Git link and description (interface §2.1, §2.2), where the mapping alone shows that they break. */

import type { Finding } from '../yaml/findings.ts';
import { allFieldSets, type FieldsAt, type Outline } from './outline.ts';

/** What is wrong for every file. What depends on the file or the branch is checked with each request. */
export function projectFindings(outline: Outline): Finding[] {
  const sets = allFieldSets(outline);
  return sets.flatMap((set) => [...taskFindings(set, sets, outline.request), ...linkFindings(set)]);
}

/** `*TASK` is the text of the project or its task; only a level that says `null` leaves a request without a project. */
function taskFindings(set: FieldsAt, sets: readonly FieldsAt[], request: FieldsAt): Finding[] {
  const { rfpd, proj = request.fields.proj } = set.fields;
  const isGivenElsewhere = sets.some((other) => other !== set && typeof other.fields.proj === 'string');
  if (rfpd !== '*TASK' || proj !== null || isGivenElsewhere) return [];
  const found = '`rfpd: "*TASK"` with `proj: null`';
  return [{ path: [...set.path, 'rfpd'], found, right: 'a project, or a description in words' }];
}

function linkFindings({ path, fields }: FieldsAt): Finding[] {
  if (fields.proj !== '*BRANCH') return [];
  return ['repo', 'branch'].flatMap((name) => {
    if (fields[name] !== null) return [];
    const found = `\`${name}: null\` with \`proj: "*BRANCH"\``;
    return [{ path: [...path, name], found, right: `\`${name}\` left out: it comes from the run` }];
  });
}
