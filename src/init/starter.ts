import { formatCount, formatNames } from '../counted.ts';
import { findBranchRule } from '../mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../mapping/compile.ts';
import { loadMapping } from '../mapping/load.ts';
import { matchFile } from '../mapping/match.ts';
import { toIdentityKey } from '../plan/identity.ts';
import { bindMapping, listTargets } from '../plan/mapper.ts';
import { isInIncludeFolder } from './includes-and-tests.ts';
import { noSourceSentence, renderStarter, type StarterHead } from './render.ts';
import type { SourceSays } from './source-says.ts';
import { findOpenQuestion, type StarterRule } from './starter-rule.ts';
import { buildStarterRules } from './starter-rules.ts';
import type { InitFile } from './tracked-file.ts';
import { asPattern, isListable, isOfTool, isSourceFileName, parseTrackedFile, sortDistinct } from './tracked-file.ts';

export type Starter = ReturnType<typeof makeStarter>;

/**
 * Makes the starter mapping of a repository (`text`, loaded: `mapping`), with those drafted `rules` that win a file, and lists what a
 * person should check: paths without a rule (`unmapped`), `questions` about files that are left out until a person decides, and sentences
 * about guesses (`unsure`). Without `hasSources`, no rule makes an object. Writes nothing. @param paths the tracked files, with slashes and
 * without a leading one; the caller adds the mapping file @param says what sources are said to be, by path @throws MappingError if the
 * fields of `head` contradict each other, or if the text is too long to be loaded, or has too many values
 */
export function makeStarter(
  paths: readonly string[],
  head: StarterHead,
  says: ReadonlyMap<string, Pick<SourceSays, 'is'>> = new Map(),
) {
  const files = paths.map((path) => parseTrackedFile(path, says.get(path)?.is));
  const { drafted, absent } = buildStarterRules(files);
  const draft = compileMapping(loadMapping(renderStarter(head, drafted, [], []), 'the starter file'));
  const { reached, unmapped } = tryRules(draft, drafted, files, head);
  // A rule that wins no file would only puzzle the reader.
  const rules = reached.filter(({ files: count }) => count > 0);
  const hasSources = rules.some(({ rule }) => 'request' in rule.result);
  const questions = listOpenQuestions(rules);
  // A question stands above the first rule that waits for its answer.
  const kept = rules.map(({ rule }, index) => {
    const asked = questions.find(({ rules: [first] }) => first === index);
    return asked === undefined ? rule : { ...rule, comment: [...rule.comment, asked.text, ...asked.answer] };
  });
  const comment = hasSources
    ? formatApplicationExample(files)
    : [`${noSourceSentence} Rules for the usual types are below.`];
  const text = renderStarter(head, kept, comment, absent);
  // Comments may have made it too long: what cannot be loaded must not be written.
  const mapping = loadMapping(text, 'the starter file');
  const guesses = kept.flatMap(({ unsure }) => unsure ?? []);
  const without = unmapped.length > 0 ? [`no rule reaches ${formatNames(unmapped, 5)}`] : [];
  const unsure = [...guesses, ...without, ...findDoubts(draft, files, head)];
  return { text, mapping, rules, unmapped, questions, unsure, hasSources };
}

/** What is asked about files that are left out until a person decides: a sentence with their number, and what to do. */
const questionTable = {
  includes: {
    ask: (files: number, are: string, they: string) =>
      `${formatCount(files, 'include')} ${are} left out: under which attribute ${are} ${they} filed?`,
    answer: [
      'Until an include is filed, programs are compiled with the old one. To file it, the level needs an attribute with',
      'source only. Write its code in place of <ATTR>, here and in the other rules for includes. Then delete the line with',
      'skip, and the "# " of the line below it.',
    ],
  },
  tests: {
    ask: (files: number, are: string, they: string) =>
      `${formatCount(files, 'file')} of tests ${are} left out: ${are} ${they} filed too?`,
    answer: [
      'If so, delete the line with skip, and the "# " of the line below it. That line is for RPGUnit: a suite is a service',
      'program. Tests of other types need their own rules above this one.',
    ],
  },
};

/** Returns the questions that rules leave open, one about includes and one about tests at most, with the indexes of the rules (`rules`). */
function listOpenQuestions(rules: ReturnType<typeof tryRules>['reached']) {
  return (['includes', 'tests'] as const).flatMap((what) => {
    const places = rules.flatMap(({ rule }, index) => (findOpenQuestion(rule) === what ? [index] : []));
    const files = places.reduce((sum, at) => sum + (rules[at]?.files ?? 0), 0);
    const { ask, answer } = questionTable[what];
    const text = files === 1 ? ask(files, 'is', 'it') : ask(files, 'are', 'they');
    return places.length === 0 ? [] : [{ text, rules: places, answer }];
  });
}

/** Tries compiled rules on files, on the branch of `head`: returns each rule with how many files it wins, and the paths without a rule. */
function tryRules(compiled: CompiledMapping, rules: StarterRule[], files: readonly InitFile[], head: StarterHead) {
  const counts = new Map<string, number>();
  const unmapped: string[] = [];
  for (const { path } of files) {
    const match = matchFile(compiled, { path, repo: head.repo ?? '', branch: head.branch });
    if (match.kind === 'unmapped') unmapped.push(path);
    else counts.set(match.rule, (counts.get(match.rule) ?? 0) + 1);
  }
  return { reached: rules.map((rule, index) => ({ rule, files: counts.get(`rules[${index}]`) ?? 0 })), unmapped };
}

/** Returns a clause about object names of over 10 characters (not *IFS), and one about objects that several files make; [] for neither. */
function findDoubts(compiled: CompiledMapping, files: readonly InitFile[], head: StarterHead): string[] {
  const run = { repo: head.repo ?? '', branch: head.branch, sha: '', run: '', user: null, set: {} };
  const mapper = bindMapping(compiled, findBranchRule(compiled, head.branch), run);
  const targets = (path: string) => listTargets(mapper({ text: path, raw: null }));
  const made = files.flatMap(({ path }) => targets(path).map(({ identity }) => ({ path, identity })));
  const long = made.flatMap(({ path, identity: { type, objn } }) => (type !== '*IFS' && objn.length > 10 ? path : []));
  const byObject = [...Map.groupBy(made, ({ identity }) => toIdentityKey(identity)).values()];
  const shared = byObject.filter((ofObject) => ofObject.length > 1);
  const example = formatNames((shared[0] ?? []).map(({ path }) => path));
  const ofShared = `objects that several files make: ${shared.length}, for example from ${example}; check lists them`;
  return [
    ...(long.length > 0 ? [`object names of more than 10 characters: ${formatNames(long, 5)}; map objn`] : []),
    ...(shared.length > 0 ? [ofShared] : []),
  ];
}

/** Returns comment lines, no `#`, on how to take `appl` from top directories with sources in one like `QRPGLESRC`; [] if fewer than two. */
function formatApplicationExample(files: readonly InitFile[]): string[] {
  const tops = files.flatMap((file) => {
    const [top = '', ...below] = file.gpath.split('/');
    const holds = file.type !== null && !isOfTool(file) && !isInIncludeFolder(file) && below.some(isSourceFileName);
    return holds && !isSourceFileName(top) && isListable(top) ? [top] : [];
  });
  const folders = sortDistinct(tops);
  const [first = ''] = folders;
  if (folders.length < 2) return [];
  return [
    `Directories at the top look like applications: ${formatNames(folders, 4)}.`,
    'Where each is an application of its own, take appl from the directory, in each rule, as here:',
    '- match: { gpath: "{app}/**", gfile: "*.RPGLE" }',
    '  request: { appl: "{app|upper}", objt: "*PGM", srca: "{ext|upper}" }',
    'and where names differ, one rule for each:',
    `- match: { gpath: ${JSON.stringify(`${asPattern(first)}/**`)}, gfile: "*.RPGLE" }`,
    '  request: { appl: "<APPL>", objt: "*PGM", srca: "{ext|upper}" }',
  ];
}

interface WrittenFile {
  /** Its name as the user gave it. */
  readonly file: string;
  /** ` --mapping FILE`, if the other commands need it. */
  readonly option: string;
  /** How many files are tracked. */
  readonly tracked: number;
  /** The branch of the branch rule, if it has to be linked to a project; null: `proj` is set. */
  readonly linked: string | null;
  /** The placeholders that are left, as `branches[0].appl`. */
  readonly open: readonly { readonly path: string; readonly value: string }[];
}

/** Returns the unescaped lines that `init` prints after it wrote the file: rules with numbers of files, guesses, questions, next steps. */
export function formatInitMessage(starter: Starter, { file, option, tracked, linked, open }: WrittenFile): string[] {
  const rules = starter.rules.map(({ rule, files }, index) => {
    const { result } = rule;
    const what = 'skip' in result ? `skip: ${result.skip}` : (result.request.objt ?? '');
    const patterns = Object.values(rule.match).map(([first = '', ...more]) => first + (more.length > 0 ? ' ...' : ''));
    return `  rules[${index}]  ${String(files).padStart(5)}  ${what}  (${patterns.join(', ')})`;
  });
  const linkAdvice = linked === null ? '' : `; if ${linked} is linked to a project, add --linked ${linked}`;
  const projAdvice = '  if branches are not linked to a project at the service, set proj: null in branches[0]';
  return [
    `wrote ${file}: ${formatCount(starter.rules.length, 'rule')} for ${formatCount(tracked, 'tracked file')}`,
    ...(starter.hasSources ? [] : [noSourceSentence]),
    'files that each rule matches:',
    ...rules,
    `  no rule   ${String(starter.unmapped.length).padStart(5)}`,
    ...(starter.unsure.length === 0 ? [] : ['not sure:', ...starter.unsure.map((one) => `  ${one}`)]),
    ...starter.questions.flatMap(({ text, rules: places }) => {
      return [text, `  decide that in ${places.map((at) => `rules[${at}]`).join(', ')}: its comment says how`];
    }),
    'next:',
    ...(linked === null ? [] : [projAdvice]),
    ...(open.length === 0 ? [] : [`  fill in ${open.map(({ path, value }) => `${path} (${value})`).join(', ')}`]),
    `  file-checkouts check${option}`,
    '    shows which files have no rule, and which make the same object',
    `  file-checkouts plan --base HEAD~1 --head HEAD${option}`,
    '    shows what a push of the last commit would file',
    `  file-checkouts rehearse --repo-dir . --last 10${option}`,
    `    files the last commits at a simulated service in memory${linkAdvice}`,
  ];
}
