import { counted } from '../counted.ts';
import { noSourceSentence } from './render.ts';
import type { Starter } from './starter.ts';

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

/** Returns the lines, not escaped, that `init` prints when it has written the file: rules with how many files each wins, guesses, questions, and what to do next. */
export function initMessage(starter: Starter, { file, option, tracked, linked, open }: WrittenFile): string[] {
  const rules = starter.rules.map(({ rule, files }, index) => {
    const { result } = rule;
    const what = 'skip' in result ? `skip: ${result.skip}` : (result.request.objt ?? '');
    const patterns = Object.values(rule.match).map(([first = '', ...more]) => first + (more.length > 0 ? ' ...' : ''));
    return `  rules[${index}]  ${String(files).padStart(5)}  ${what}  (${patterns.join(', ')})`;
  });
  const linkAdvice = linked === null ? '' : `; if ${linked} is linked to a project, add --linked ${linked}`;
  return [
    `wrote ${file}: ${counted(starter.rules.length, 'rule')} for ${counted(tracked, 'tracked file')}`,
    ...(starter.hasSources ? [] : [noSourceSentence]),
    'files that each rule matches:',
    ...rules,
    `  no rule   ${String(starter.unmapped.length).padStart(5)}`,
    ...(starter.unsure.length === 0 ? [] : ['not sure:', ...starter.unsure.map((one) => `  ${one}`)]),
    ...starter.questions.flatMap(({ text, rules: places }) => {
      return [text, `  the question is in ${places.map((at) => `rules[${at}]`).join(', ')}`];
    }),
    'next:',
    ...(linked === null
      ? []
      : ['  if branches are not linked to a project at the service, set proj: null in branches[0]']),
    ...(open.length === 0 ? [] : [`  fill in ${open.map(({ path, value }) => `${path} (${value})`).join(', ')}`]),
    `  file-checkouts check${option}`,
    '    shows which files are left out, and which make the same object',
    `  file-checkouts plan --base HEAD~1 --head HEAD${option}`,
    '    shows what a push of the last commit would file',
    `  file-checkouts rehearse --repo-dir . --last 10${option}`,
    `    files the last commits at a simulated service in memory${linkAdvice}`,
  ];
}
