/** The decision about a create (interface §2.1 to §2.5, §4.1, §9): what will be stored, or why not. Changes nothing. */
import { type CreateFields, createField, specialsInstead } from '../interface/fields.ts';
import { messages } from '../interface/replies.ts';
import { placeOnCreate } from './attachments.ts';
import type { CallContext } from './context.ts';
import type { Derived } from './derive.ts';
import { derive } from './derive.ts';
import { checkLogicalFile } from './file-kinds.ts';
import { checkInstalled } from './installation.ts';
import { locations, memberTexts } from './locations.ts';
import type { ReadFields, Variant } from './payload.ts';
import { refuseProblems, unknownFields } from './payload.ts';
import { pipeRequest } from './pipeline.ts';
import { copyPlace } from './places.ts';
import type { Assignment } from './project.ts';
import { assignment } from './project.ts';
import type { FilePart, PlacedFile, RequestDraft, RfpChange } from './records.ts';
import { Refusal, shown } from './refusal.ts';
import { rfpOfCreate } from './rfp.ts';
import type { Target } from './targets.ts';
import { checkOutTarget, findAttribute, repositoryOf, userOf } from './targets.ts';
import {
  decidedByAttribute,
  type Unused,
  unusedByAttribute,
  unusedByFields,
  unusedByRfp,
  unusedFields,
} from './unused.ts';

/** What a create stores. */
export interface CreatePlan {
  readonly draft: RequestDraft;
  readonly rfp: RfpChange;
  /** The *PIPE request to generate, if any. */
  readonly pipe: RequestDraft | null;
  /** Project to authorize for the draft's application, or null. */
  readonly authorize: string | null;
  readonly files: readonly PlacedFile[];
  /** The place that `copy` *YES fills unless something is there, or null when there is nothing to copy. */
  readonly copiesTo: string | null;
  readonly warnings: readonly string[];
}

/** Decides about a create. Throws Refusal with the message of the first rule that is broken. */
export function decideCreate(
  context: CallContext,
  read: ReadFields<CreateFields>,
  parts: readonly FilePart[],
): CreatePlan {
  const { site, records, caller, variant } = context;
  if (!caller.addRequest) throw new Refusal('User not authorized to add Request');
  const unused = unusedByFields(read.values, variant);
  const fields = completeFields(read, unused, variant);
  const target = checkOutTarget(site, fields.appl ?? '', fields.lvl ?? 0);
  const user = userOfCreate(context, fields);
  if (fields.branch !== undefined && fields.repo === undefined) {
    throw new Refusal('repo is required when branch is set');
  }
  const repository = fields.repo === undefined ? null : repositoryOf(site, fields.repo);
  const derived = derive(site, target, fields, repository);
  if (fields.rsn === '*UPDATE' && derived.objt !== '*PGM' && derived.objt !== '*SRVPGM') {
    throw new Refusal(`rsn *UPDATE is for programs and service programs, not for ${shown(derived.objt)}`);
  }
  const unusedHere = new Map([...unused, ...unusedByAttribute(derived)]);
  refuseProblems(read, unusedHere);
  if (fields.srcn === '*OBJ' && !unusedHere.has('srcn')) {
    throw new Refusal('srcn is *OBJ, which only an update knows; left out, it is the object name');
  }
  const work = assignment(context, fields, repository);
  const rfp = rfpOfCreate(records, fields, user, work, variant);
  const { draft, placement } = drafted(fields, { target, derived, user, work, variant }, parts);
  checkInstalled(context, target, draft);
  const { attribute, installed } = derived;
  checkLogicalFile(
    draft,
    attribute,
    installed,
    installed && findAttribute(site, draft.appl, draft.lvl, installed.attr),
  );
  const joined = rfp.do === 'join' ? records.rfp(rfp.rfp) : null;
  const pipe = pipeRequest(site, fields, draft);
  const holder = draft.lock === '*YES' ? records.lockHolder(draft, 0) : null;
  if (holder !== null) throw new Refusal(messages.targetLocked, holder);
  return {
    draft,
    rfp,
    pipe,
    authorize: work.authorizes ? work.proj : null,
    files: placement.placed,
    copiesTo: copiesTo(draft, derived),
    warnings: [
      ...unknownFields(read.unknown),
      ...unusedFields(new Map([...unusedHere, ...unusedByRfp(fields, joined)]), read.sent, {}),
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
  if (missing.length > 0) throw new Refusal(missing.map((name) => `${name} is required`).join('; '));
  if (variant === 'earlier') {
    if (fields.attr === undefined) throw new Refusal(messages.attributeMissing);
    if (fields.objt === undefined) throw new Refusal(messages.objectTypeMissing);
  }
  checkDataOptions(fields);
  return fields;
}

/** `data` and `dmbr` take a name or one of their special values (interface §2.5). */
function checkDataOptions(fields: CreateFields): void {
  for (const name of ['data', 'dmbr'] as const) {
    const field = createField(name);
    const value = fields[name] ?? '';
    const specials = field === undefined ? null : specialsInstead(field, value);
    if (specials !== null) {
      throw new Refusal(`${name} is ${shown(value)}; allowed are ${specials.join(', ')} or a name`);
    }
  }
}

/** Something is copied only from an environment that has the object. */
function copiesTo(draft: RequestDraft, { attribute, installed, installedAbove }: Derived): string | null {
  const isThere = installed !== undefined || installedAbove !== undefined;
  return draft.copy === '*YES' && isThere ? copyPlace(draft, attribute) : null;
}

function userOfCreate({ site, caller, variant }: CallContext, fields: CreateFields): string {
  if (fields.user !== undefined) return userOf(site, fields.user).user;
  return variant === 'earlier' ? (site.jobUser ?? 'QTMHHTTP') : caller.user;
}

interface Found {
  readonly target: Target;
  readonly derived: Derived;
  readonly user: string;
  readonly work: Assignment;
  readonly variant: Variant;
}

function drafted(fields: CreateFields, found: Found, parts: readonly FilePart[]) {
  const { target, derived, user, work, variant } = found;
  const rsn = fields.rsn ?? '*MIGRATE';
  const linked = fields.repo !== undefined && fields.branch !== undefined;
  const basis = {
    appl: target.application.appl,
    lvl: target.level.lvl,
    objn: fields.objn ?? '',
    objt: derived.objt,
    attr: derived.attribute.attr,
    rsn,
    lock: fields.lock ?? '*YES',
    user,
    copy: rsn === '*MIGRATE' ? (fields.copy ?? '*NO') : '*NO',
    repositoryType: linked ? '*GIT' : '',
    repo: fields.repo ?? '',
    branch: fields.branch ?? '',
    gpath: fields.gpath ?? '',
    gfile: fields.gfile ?? '',
    proj: work.proj,
    task: work.task,
    stsk: work.stsk,
    arfp: fields.arfp ?? '*NO',
    ...locations(target, derived, fields, user, variant),
    ...options(fields, derived.objt),
  };
  const placement = placeOnCreate(basis, derived.attribute, parts);
  const imported = placement.placed.some((file) => file.kind !== 'object') || basis.copy === '*YES';
  const draft: RequestDraft = { ...basis, ...memberTexts(derived, fields, imported) };
  return { draft, placement };
}

/** The fields that are only stored, with their defaults. */
function options(fields: CreateFields, objt: string) {
  return {
    csqo: fields.csqo ?? 0,
    data: fields.data ?? '*SAME',
    dmbr: fields.dmbr ?? '*ALL',
    rpgm: fields.rpgm ?? '*DEFAULT',
    rjrn: fields.rjrn ?? '*DFT',
    rcst: fields.rcst ?? '*DFT',
    rtrg: fields.rtrg ?? '*DFT',
    rlfm: fields.rlfm ?? '*DFT',
    dir: objt === '*IFS' ? (fields.dir ?? '*NO') : '',
    vref: fields.vref ?? '',
    pipe: fields.pipe ?? '',
    pipa: fields.pipa ?? '',
    tkey: fields.tkey ?? '',
  };
}
