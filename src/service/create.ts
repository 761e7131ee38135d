/** The decision about a create (interface §2.1 to §2.5, §4.1, §9): what will be stored, or why not. Changes nothing. */
import { allowedSpecials, type CreateFields, findCreateField, withFieldDefaults } from '../interface/fields.ts';
import { messages } from '../interface/replies.ts';
import { placeOnCreate } from './attachments.ts';
import { type Derived, derive } from './derive.ts';
import { checkLogicalFile } from './file-kinds.ts';
import { checkInstalled } from './installation.ts';
import { type LocatedRequest, locations, memberTexts } from './locations.ts';
import type { FilePart } from './multipart.ts';
import { checkCreateNames } from './name-rules.ts';
import { type ReadFields, refuseProblems, unknownFields, type Variant } from './payload.ts';
import { pipeRequest } from './pipeline.ts';
import { objectPlace, sourcePlace } from './places.ts';
import { type Assignment, assignment } from './project.ts';
import type { RequestDraft } from './records.ts';
import { ServiceRefusal, shown } from './refusal.ts';
import { rfpOfCreate } from './rfp.ts';
import type { SiteRepository } from './site.ts';
import type { Records } from './store.ts';
import { type CallContext, checkOutTarget, known, refuseLocked, userOf } from './targets.ts';
import {
  decidedByAttribute,
  type Unused,
  unusedByAttribute,
  unusedByFields,
  unusedByRfp,
  unusedFields,
} from './unused.ts';

/** Decides about a create. Throws Refusal with the message of the first rule that is broken. */
export function decideCreate(context: CallContext, read: ReadFields<CreateFields>, parts: readonly FilePart[]) {
  const { site, records, caller, variant } = context;
  if (!caller.addRequest) throw new ServiceRefusal('User not authorized to add Request');
  const unused = unusedByFields(read.values, variant);
  const fields = completeFields(read, unused, variant);
  const target = checkOutTarget(site, fields.appl ?? '', fields.lvl ?? 0);
  const user = userOfCreate(context, fields);
  const { repo, branch } = fields;
  if (branch !== undefined && repo === undefined) throw new ServiceRefusal('repo is required when branch is set');
  const isIt = (one: SiteRepository) => one.repo === repo;
  const repository = repo === undefined ? null : known(site.repositories, `Repository ${shown(repo)}`, isIt);
  const derived = derive(site, target, fields, repository);
  if (fields.rsn === '*UPDATE' && derived.objt !== '*PGM' && derived.objt !== '*SRVPGM') {
    throw new ServiceRefusal(`rsn *UPDATE is for programs and service programs, not for ${shown(derived.objt)}`);
  }
  const unusedHere = new Map([...unused, ...unusedByAttribute(derived)]);
  refuseProblems(read, unusedHere);
  if (fields.srcn === '*OBJ' && !unusedHere.has('srcn')) {
    throw new ServiceRefusal('srcn is *OBJ, which only an update knows; left out, it is the object name');
  }
  const work = assignment(context, fields, repository);
  const rfp = rfpOfCreate(context, fields, user, work);
  const { draft, placement } = drafted({ fields, target, derived, user, variant }, work, parts, records);
  checkCreateNames(site, fields, { ...draft, source: derived.attribute.source });
  checkInstalled(context, target, draft);
  checkLogicalFile(site, draft, derived.attribute);
  const pipe = pipeRequest(site, fields, draft);
  refuseLocked(records, draft);
  return {
    draft,
    rfp,
    /** The *PIPE request to generate, if any. */
    pipe,
    /** Project to authorize for the draft's application, or null. */
    authorize: work.authorizes ? work.proj : null,
    files: placement.placed,
    warnings: [
      ...unknownFields(read.unknown),
      ...unusedFields(new Map([...unusedHere, ...unusedByRfp(fields, rfp)]), read.sent, {}),
      ...placement.warnings,
    ],
  };
}

function completeFields(read: ReadFields<CreateFields>, unused: Unused, variant: Variant): CreateFields {
  // What only the attribute decides waits until that is known, unless something else is wrong already.
  const isOpen = (name: string) => unused.has(name) || decidedByAttribute.has(name);
  if ([...read.problems.keys()].some((name) => !isOpen(name))) refuseProblems(read, unused);
  const fields = read.values;
  const missing = (['appl', 'lvl', 'objn'] as const).filter((name) => fields[name] === undefined);
  if (missing.length > 0) throw new ServiceRefusal(missing.map((name) => `${name} is required`).join('; '));
  if (variant === 'earlier') {
    if (fields.attr === undefined) throw new ServiceRefusal(messages.attributeMissing);
    if (fields.objt === undefined) throw new ServiceRefusal(messages.objectTypeMissing);
  }
  checkDataOptions(fields);
  return fields;
}

/** `data` and `dmbr` take a name or one of their special values (interface §2.5). */
function checkDataOptions(fields: CreateFields): void {
  for (const name of ['data', 'dmbr'] as const) {
    const field = findCreateField(name);
    const value = fields[name] ?? '';
    const specials = field && allowedSpecials(field, value);
    if (specials) throw new ServiceRefusal(`${name} is ${shown(value)}; allowed are ${specials.join(', ')} or a name`);
  }
}

/** The place that `copy` *YES fills (interface §2.1 copy): empty where the object is in no environment, or the place taken. */
function copied(draft: Omit<RequestDraft, 'copied'>, derived: Derived, records: Records): string {
  const { attribute, installed, installedAbove } = derived;
  if (draft.copy !== '*YES' || !(installed ?? installedAbove)) return '';
  const place = attribute.source === 'none' ? objectPlace(draft) : sourcePlace(draft, attribute);
  return records.isFilled(place) ? '' : place;
}

function userOfCreate({ site, caller, variant }: CallContext, fields: CreateFields): string {
  if (fields.user !== undefined) return userOf(site, fields.user).user;
  return variant === 'earlier' ? (site.jobUser ?? 'QTMHHTTP') : caller.user;
}

function drafted(found: LocatedRequest, work: Assignment, parts: readonly FilePart[], records: Records) {
  const { fields, target, derived, user } = found;
  const { attribute, objt } = derived;
  const { proj, task, stsk } = work;
  const sent = withFieldDefaults(fields);
  const basis = {
    ...sent,
    ...locations(found),
    appl: target.application.appl,
    lvl: target.level.lvl,
    objt,
    attr: attribute.attr,
    user,
    copy: sent.rsn === '*MIGRATE' ? sent.copy : '*NO',
    repositoryType: fields.repo !== undefined && fields.branch !== undefined ? '*GIT' : '',
    proj,
    task,
    stsk,
    dir: objt === '*IFS' ? (fields.dir ?? '*NO') : '',
  };
  const placement = placeOnCreate(basis, attribute, parts);
  const imported = placement.placed.some((file) => file.kind !== 'object') || basis.copy === '*YES';
  const described = { ...basis, ...memberTexts(found, imported) };
  const draft: RequestDraft = { ...described, copied: copied(described, derived, records) };
  return { draft, placement };
}
