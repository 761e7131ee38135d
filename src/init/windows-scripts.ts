/** Scripts of Windows, whose names end as those of command sources do. */

import { some } from '../counted.ts';
import type { StarterRule } from './starter-rule.ts';
import { type InitFile, isOfTool, isSourceFileName, namePatterns } from './tracked-file.ts';

/** What build tools put at the top of a repository. */
const wellKnown = /^(mvnw|gradlew)\.cmd$/i;

/** How the same script for another shell is called, behind its name. */
const otherShells = ['', '.sh', '.bat', '.ps1'];

/**
 * The `.cmd` files that are scripts: a tool is known for them, or the same script for another shell stands beside them. In
 * a source file's directory a member of the same name may stand without an extension, and nothing is taken for a script.
 */
export function windowsScripts(files: readonly InitFile[]): ReadonlySet<InitFile> {
  const paths = new Set(files.map(({ path }) => path.toLowerCase()));
  const isScript = (file: InitFile) => {
    const stem = file.path.toLowerCase().slice(0, -'.cmd'.length);
    return wellKnown.test(file.gfile) || otherShells.some((end) => paths.has(`${stem}${end}`));
  };
  const candidates = files.filter((file) => file.extension === 'CMD' && !file.folders.some(isSourceFileName));
  return new Set(candidates.filter((file) => !isOfTool(file) && isScript(file)));
}

/** One skip rule, by paths: a command may have the name of a script elsewhere. */
export function windowsScriptRule(scripts: ReadonlySet<InitFile>): StarterRule {
  const path = namePatterns([...scripts].map((file) => file.path));
  return {
    comment: [
      'Scripts of Windows, no command sources: a script for another shell stands beside each, or a tool is known for it.',
    ],
    match: { path },
    result: { skip: 'script of Windows: not deployed as a check-out' },
    unsure: `taken for scripts of Windows, not for commands: ${some(path, 5)}`,
  };
}
