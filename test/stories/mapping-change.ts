import type { StoryMapping, StoryRule } from './mapping.ts';

const ofFiles = (rules: readonly StoryRule[], change: (rule: StoryRule) => StoryRule) =>
  rules.map((rule) => (rule.ending === '.PF' ? change(rule) : rule));

type Parts = Partial<Pick<StoryMapping, 'rules' | 'branches'>>;

/** How the mapping of a story can change; `first`: as it was at first. */
const changes = {
  'no rule for .DSPF': ({ rules }) => ({ rules: rules.filter(({ ending }) => ending !== '.DSPF') }),
  'skip lib': ({ rules }) => ({
    rules: [{ under: 'lib', makes: null }, ...rules.filter(({ under }) => under !== 'lib')],
  }),
  'attr of .PF': ({ rules }) => ({
    rules: ofFiles(rules, (rule) => ({ ...rule, makes: { attr: 'PF2', objt: '*FILE' } })),
  }),
  'names of .PF': ({ rules }) => ({ rules: ofFiles(rules, (rule) => ({ ...rule, suffix: 'X' })) }),
  'level of all but main': ({ branches }) => ({
    branches: branches.map((rule) => (rule.names.includes('main') ? rule : { ...rule, lvl: 20 })),
  }),
  'as at first': (_, { rules, branches }) => ({ rules, branches }),
} satisfies Record<string, (mapping: StoryMapping, first: StoryMapping) => Parts>;

export type MappingChange = keyof typeof changes;

export const mappingChanges = Object.keys(changes) as MappingChange[];

/** The mapping after a change. @param first the one that the story began with. */
export function changedMapping(mapping: StoryMapping, change: MappingChange, first: StoryMapping): StoryMapping {
  return { ...mapping, ...changes[change](mapping, first) };
}
