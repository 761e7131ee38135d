import type { StoryMapping, StoryRule } from './mapping.ts';

type Rules = readonly StoryRule[];

const ofFiles = (rules: Rules, change: (rule: StoryRule) => StoryRule): Rules =>
  rules.map((rule) => (rule.ending === '.PF' ? change(rule) : rule));

/** How the rules of a story can change; `first`: as they were at first. */
const changes = {
  'no rule for .DSPF': (rules: Rules) => rules.filter(({ ending }) => ending !== '.DSPF'),
  'skip lib': (rules: Rules) => [{ under: 'lib', makes: null }, ...rules.filter(({ under }) => under !== 'lib')],
  'attr of .PF': (rules: Rules) => ofFiles(rules, (rule) => ({ ...rule, makes: { attr: 'PF2', objt: '*FILE' } })),
  'names of .PF': (rules: Rules) => ofFiles(rules, (rule) => ({ ...rule, suffix: 'X' })),
  'as at first': (_: Rules, first: Rules) => first,
};

export type MappingChange = keyof typeof changes;

export const mappingChanges = Object.keys(changes) as MappingChange[];

/** The mapping after a change. @param first the rules that the story began with. */
export function changedMapping(mapping: StoryMapping, change: MappingChange, first: Rules): StoryMapping {
  return { ...mapping, rules: changes[change](mapping.rules, first) };
}
