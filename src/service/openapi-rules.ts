/** Rules between the fields of a create as schemas (interface §2.1, §2.2, §2.4), for validators; each says what it is. Pure. */
import { ref, type Schema } from './openapi-fields.ts';
import type { Variant } from './payload.ts';

/** The rules of a variant: a call of one kind must also be of another. */
export function createRules(variant: Variant): readonly Schema[] {
  return variant === 'earlier' ? commonRules : [...laterRules, ...commonRules];
}

const given = (name: string): Schema => ({ required: [name], properties: { [name]: { not: ref('NotSent') } } });
const oneOf = (name: string, ...values: string[]): Schema => ({
  required: [name],
  properties: { [name]: { enum: values } },
});
const all = (...parts: Schema[]): Schema => ({ allOf: parts });
const rule = (description: string, when: Schema, then: Schema): Schema => ({ description, if: when, then });

const described: Schema = { required: ['rfpd'], properties: { rfpd: { not: { enum: ['*TASK', '', null] } } } };

const laterRules: readonly Schema[] = [
  rule('branch needs repo (§2.1).', given('branch'), given('repo')),
  rule('proj *BRANCH needs repo and branch (§2.2, 4).', oneOf('proj', '*BRANCH'), all(given('repo'), given('branch'))),
  rule(
    'arfp *AUTO and *NEW without rfpd, or with rfpd *TASK, need proj (§2.1, rfpd).',
    all(oneOf('arfp', '*AUTO', '*NEW'), { not: described }),
    given('proj'),
  ),
];

const commonRules: readonly Schema[] = [
  rule('arfp *YES needs the number in rfp (§2.4).', oneOf('arfp', '*YES'), {
    required: ['rfp'],
    properties: { rfp: ref('PositiveNumber') },
  }),
  rule(
    'pipe, pipa and tkey go together, and need an RFP (§2.1, §6).',
    { anyOf: [given('pipe'), given('pipa'), given('tkey')] },
    all(given('pipe'), given('pipa'), given('tkey'), oneOf('arfp', '*YES', '*AUTO', '*NEW')),
  ),
];
