/** The *PIPE request of a create with pipe, pipa and tkey (interface §2.1, §6). */
import type { CreateFields } from '../interface/fields.ts';
import type { RequestDraft } from './records.ts';
import { ServiceRefusal, shown } from './refusal.ts';
import type { Site } from './site.ts';
import { attributeOf, known } from './targets.ts';

/** The request that goes into the RFP of the primary one: named by the pipeline ID, not locked. Throws Refusal. */
export function pipeRequest(site: Site, fields: CreateFields, primary: RequestDraft): RequestDraft | null {
  const { pipe, pipa, tkey } = fields;
  if (pipe === undefined && pipa === undefined && tkey === undefined) return null;
  if (pipe === undefined || pipa === undefined || tkey === undefined) {
    throw new ServiceRefusal('pipe, pipa and tkey must be given together');
  }
  if (primary.arfp === '*NO') throw new ServiceRefusal('pipe, pipa and tkey need an RFP; arfp is *NO');
  known(site.pipelines, `Pipeline server ${shown(pipe)}`, (one) => one.pipe === pipe);
  const attribute = attributeOf(site, primary.appl, primary.lvl, pipa);
  if (attribute.objt !== '*PIPE')
    throw new ServiceRefusal(`Attribute ${attribute.attr} is not defined for *PIPE objects`);
  return {
    ...primary,
    ...blank('rpth', 'target', 'dir', 'srcn', 'srca', 'srcd', 'fsfl', 'copied', 'vref'),
    ...blank('repositoryType', 'repo', 'branch', 'gpath', 'gfile'),
    objn: pipe,
    objt: '*PIPE',
    attr: pipa,
    lock: '*NO',
    copy: '*NO',
    rsn: '*MIGRATE',
    csqo: 0,
  };
}

function blank<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
}
