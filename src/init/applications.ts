/** Directories at the top that look like applications: each has source files' directories of its own. */

import { some } from '../counted.ts';
import { isInIncludeFolder } from './includes.ts';
import { asPattern, distinct, type InitFile, isListable, isOfTool, isSourceFileName } from './tracked-file.ts';

/** Their names as written; fewer than two are none. */
export function applicationFolders(files: readonly InitFile[]): string[] {
  const tops = files.flatMap((file) => {
    const [top = '', ...below] = file.gpath.split('/');
    const holds = file.type !== null && !isOfTool(file) && !isInIncludeFolder(file) && below.some(isSourceFileName);
    return holds && !isSourceFileName(top) && isListable(top) ? [top] : [];
  });
  const names = distinct(tops);
  return names.length < 2 ? [] : names;
}

/** How `appl` can be taken from such a directory: a rule, commented out. */
export function applicationExample(folders: readonly string[]): string[] {
  if (folders.length === 0) return [];
  const [first = ''] = folders;
  return [
    `Directories at the top look like applications: ${some(folders, 4)}.`,
    'Where each is an application of its own, take appl from the directory, in each rule, as here:',
    '- match: { gpath: "{app}/**", gfile: "*.RPGLE" }',
    '  request: { appl: "{app|upper}", objt: "*PGM", srca: "{ext|upper}" }',
    'and where names differ, one rule for each:',
    `- match: { gpath: ${JSON.stringify(`${asPattern(first)}/**`)}, gfile: "*.RPGLE" }`,
    '  request: { appl: "<APPL>", objt: "*PGM", srca: "{ext|upper}" }',
  ];
}
