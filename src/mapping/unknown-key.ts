/** What is said of keys that a mapping does not know. */

import { type Finding, unknownKeyFinding } from '../yaml/findings.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { keys, modeFields } from './schema.ts';

/** The finding for a key that must not stand at its path. */
export function unknownKey(path: Path): Finding {
  const key = String(path.at(-1));
  if ((modeFields as readonly string[]).includes(key)) {
    return {
      path,
      atKey: true,
      found: `\`${key}\` as a field`,
      right: '`rfp:` at the top of the file; it is a mode: none, per-push, per-branch or an RFP number',
    };
  }
  return unknownKeyFinding(path, keysAt(path.slice(0, -1)));
}

/** The keys that may stand in the map at a path. */
function keysAt(path: Path): readonly string[] {
  const [top, , part] = path;
  if (top === undefined) return keys.top;
  if (top === 'pipe') return keys.pipe;
  if (top === 'attach') return keys.attach;
  if (top === 'rules' && part === undefined) return keys.rule;
  if (part === 'match') return keys.match;
  return keys.fields;
}
