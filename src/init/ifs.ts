/** Trees of files that are deployed to the IFS: web pages and what belongs to them. */

import type { StarterRule } from './starter-rule.ts';
import { asPattern, distinct, isListable, isOfTool, type TrackedFile } from './tracked-file.ts';

const treeName = /^(web|www|wwwroot|htdocs|public_html|html|ifs|webapp|webcontent)$/;
/** Directories whose pages are not deployed. */
const notDeployed = /^(docs?|documentation|tests?|unit_?tests?|examples?|samples?|node_modules)$/;
const pages = new Set(['HTML', 'HTM', 'XHTML', 'CSS', 'JS', 'MJS', 'SVG', 'JSP', 'PHP']);

/** The tops of the IFS trees, as written: named like one, with pages inside and no source. */
function ifsTrees(files: readonly TrackedFile[]): string[] {
  const inside = new Map<string, TrackedFile[]>();
  for (const file of files) {
    const at = file.folders.findIndex((folder) => treeName.test(folder));
    if (at < 0 || isOfTool(file) || file.folders.some((folder) => notDeployed.test(folder))) continue;
    const top = file.gpath
      .split('/')
      .slice(0, at + 1)
      .join('/');
    const ofTree = inside.get(top) ?? [];
    ofTree.push(file);
    inside.set(top, ofTree);
  }
  const trees = [...inside].filter(
    ([, ofTree]) => ofTree.some(({ extension }) => pages.has(extension)) && ofTree.every(({ type }) => type === null),
  );
  return distinct(trees.map(([top]) => top)).filter(isListable);
}

/** One rule for all trees. The path in the repository becomes the relative path, or every second index.html collides. */
export function ifsRules(files: readonly TrackedFile[]): StarterRule[] {
  const trees = ifsTrees(files);
  const [first] = trees;
  if (first === undefined) return [];
  return [
    {
      comment: [
        'Files of the IFS. rpth is appended to the target directory of the attribute, and keeps two index.html',
        'apart; here it is the whole directory in the repository. To leave the first part out, write a rule for each',
        `depth: gpath: "${asPattern(first)}/{d1}" with rpth: "/{d1}", and so on.`,
      ],
      match: { path: trees.map((tree) => `${asPattern(tree)}/**`) },
      result: { request: { objt: '*IFS', rpth: '/{gpath}' } },
      unsure: `${trees.join(', ')}: taken for files of the IFS; look at rpth`,
    },
  ];
}
