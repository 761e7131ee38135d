import { type StarterRule, starterRule } from './starter-rule.ts';
import { asPattern, distinct, type InitFile, isListable, isOfTool } from './tracked-file.ts';

const treeName = /^(web|www|wwwroot|htdocs|public_html|html|ifs|webapp|webcontent)$/;
/** Directories whose pages are not deployed. */
const notDeployed = /^(docs?|documentation|tests?|unit_?tests?|examples?|samples?|node_modules)$/;
const pages = new Set(['HTML', 'HTM', 'XHTML', 'CSS', 'JS', 'MJS', 'SVG', 'JSP', 'PHP']);

/** Returns, sorted, the directories named like IFS trees (`ifsTreeOf`; not in docs or tests) that hold a page and no source. */
function ifsTrees(files: readonly InitFile[]): string[] {
  const candidates = files.filter((file) => !isOfTool(file) && !file.folders.some((one) => notDeployed.test(one)));
  const trees = [...Map.groupBy(candidates, ifsTreeOf)].flatMap(([top, inside]) => {
    const hasPages = inside.some(({ extension }) => pages.has(extension));
    return top !== null && hasPages && inside.every(({ type }) => type === null) ? [top] : [];
  });
  return distinct(trees).filter(isListable);
}

/** Returns the path of the topmost directory above a file that is named like an IFS tree (`www`, `ifs`); null: none is. */
function ifsTreeOf({ folders, gpath }: InitFile): string | null {
  const length = folders.findIndex((folder) => treeName.test(folder)) + 1;
  return length === 0 ? null : gpath.split('/').slice(0, length).join('/');
}

/** Returns one rule, marked as a guess, by which the files of all IFS trees make *IFS objects; without patterns if there are no such trees. */
export function ifsRule(files: readonly InitFile[]): StarterRule {
  const trees = ifsTrees(files);
  const [first = ''] = trees;
  const rule = starterRule(
    { path: trees.map((tree) => `${asPattern(tree)}/**`) },
    { request: { objt: '*IFS', rpth: '/{gpath}' } },
    'Files of the IFS. rpth is appended to the target directory of the attribute, and keeps two index.html',
    'apart; here it is the whole directory in the repository. To leave the first part out, write a rule for each',
    `depth: gpath: "${asPattern(first)}/{d1}" with rpth: "/{d1}", and so on.`,
  );
  return { ...rule, unsure: `${trees.join(', ')}: taken for files of the IFS; look at rpth` };
}
