import { type CreateFields, withFieldDefaults } from '../interface/fields.ts';
import { messages } from '../interface/replies.ts';
import { type Assignment, decideCreateRfp, findAssignment } from './assignment.ts';
import { placeOnCreate } from './attachments.ts';
import type { FilePart } from './body.ts';
import type { Resolved } from './derive.ts';
import { deriveLocations, deriveMemberTexts, deriveObject, refuseLogicalFile, requireInstalled } from './derive.ts';
import { formatObjectPlace, formatSourcePlace, requireCreateNames } from './objects.ts';
import { type NamedFields, type ReadFields, refuseProblems, type Unused, type Variant } from './payload.ts';
import { type PlacedBy, type RequestDraft, withNames } from './records.ts';
import { formatValue, ServiceRefusal } from './refusal.ts';
import type { Site } from './site.ts';
import type { Records } from './store.ts';
import type { CallContext } from './targets.ts';
import { refuseLocked, requireAttribute, requireKnown, requireTargetLevel, requireUser } from './targets.ts';
import { findUnusedByAttribute, findUnusedByFields, findUnusedByRfp, listFieldWarnings } from './unused.ts';

/**
 * Decides a create (§2.1 to §2.5, §4.1, §9), stores nothing: returns `draft` (request, no number), its RFP, `pipe` (*PIPE request or null),
 * if it authorizes the project, files, warnings. @throws ServiceRefusal for the first broken rule, or all wrong or missing fields
 */
export function decideCreate(context: CallContext, read: ReadFields<CreateFields>, parts: readonly FilePart[]) {
  const { site, records, caller, variant } = context;
  if (!caller.addRequest) throw new ServiceRefusal('User not authorized to add Request');
  const unused = findUnusedByFields(read.values, variant);
  const fields = requireFields(read, unused, variant);
  const target = requireTargetLevel(site, fields.appl, fields.lvl);
  const byDefault = variant === 'earlier' ? (site.jobUser ?? 'QTMHHTTP') : caller.user;
  const user = fields.user === undefined ? byDefault : requireUser(site, fields.user).user;
  const { repo, branch } = fields;
  if (branch !== undefined && repo === undefined) throw new ServiceRefusal('repo is required when branch is set');
  const unknown = `Repository ${formatValue(repo)} is not known`;
  const repository = repo === undefined ? null : requireKnown(site.repositories, { repo }, unknown);
  const found = { fields, target, user, variant, ...deriveObject(site, target, fields, repository) };
  const { attribute, objt } = found;
  if (fields.rsn === '*UPDATE' && objt !== '*PGM' && objt !== '*SRVPGM') {
    throw new ServiceRefusal(`rsn *UPDATE is for programs and service programs, not for ${formatValue(objt)}`);
  }
  const unusedHere = { ...unused, ...findUnusedByAttribute(attribute, objt) };
  refuseProblems(read, unusedHere);
  if (fields.srcn === '*OBJ' && unusedHere.srcn === undefined) {
    throw new ServiceRefusal('srcn is *OBJ, which only an update knows; left out, it is the object name');
  }
  const work = findAssignment(context, fields, repository);
  const rfp = decideCreateRfp(context, fields, user, work);
  const { draft, files, warnings } = draftRequest(found, work, parts, records);
  requireCreateNames(site, fields, draft, attribute);
  requireInstalled(context, target, draft);
  refuseLogicalFile(site, draft, attribute);
  const pipe = draftPipeRequest(site, fields, draft);
  refuseLocked(records, draft);
  const fieldWarned = listFieldWarnings(read, { ...unusedHere, ...findUnusedByRfp(fields, rfp) }, {});
  return { draft, rfp, pipe, authorizes: work.authorizes, files, warnings: [...fieldWarned, ...warnings] };
}

/** Fields that the attribute and the type, which may be derived later, can make unused. */
const decidedByAttribute: ReadonlySet<string> = new Set(['srcn', 'srca', 'srcd', 'fsfl', 'dir']);

/**
 * Returns a create's fields with right values. The caller must refuse wrong ones in decidedByAttribute (refuseProblems) once the attribute
 * is known. @throws ServiceRefusal for other wrong values not in `unused`; without appl, lvl or objn (earlier variant: also attr, objt)
 */
function requireFields(read: ReadFields<CreateFields>, unused: Unused, variant: Variant): NamedFields {
  const isOpen = (name: string) => name in unused || decidedByAttribute.has(name);
  if ([...read.problems.keys()].some((name) => !isOpen(name))) refuseProblems(read, unused);
  const fields = read.values;
  const missing = (['appl', 'lvl', 'objn'] as const).filter((name) => fields[name] === undefined);
  if (missing.length > 0) throw new ServiceRefusal(missing.map((name) => `${name} is required`).join('; '));
  if (variant === 'earlier' && fields.attr === undefined) throw new ServiceRefusal(messages.attributeMissing);
  if (variant === 'earlier' && fields.objt === undefined) throw new ServiceRefusal(messages.objectTypeMissing);
  return fields as NamedFields;
}

/** Returns the place that copy *YES fills: the source's, else the object's; '' for copy *NO, if it is full, or the object not installed. */
function findCopiedPlace(draft: PlacedBy, found: Resolved, records: Records): string {
  const { attribute, installed, installedAbove } = found;
  if (draft.copy !== '*YES' || !(installed ?? installedAbove)) return '';
  const place =
    attribute.source === 'none' ? formatObjectPlace(draft) : formatSourcePlace(draft, attribute.source === 'member');
  return records.isFilled(place) ? '' : place;
}

/** Returns as `draft` the request to store, without a number, with all defaults; the call's `files` with their places, and `warnings`. */
function draftRequest(found: Resolved, work: Assignment, parts: readonly FilePart[], records: Records) {
  const { fields, attribute, objt, user } = found;
  const { proj, task, stsk } = work;
  const sent = withFieldDefaults(fields);
  const basis = {
    ...{ ...sent, ...deriveLocations(found), proj, task, stsk, objt, attr: attribute.attr, user },
    copy: sent.rsn === '*MIGRATE' ? sent.copy : '*NO',
    repositoryType: fields.repo !== undefined && fields.branch !== undefined ? '*GIT' : '',
    dir: objt === '*IFS' ? (fields.dir ?? '*NO') : '',
  };
  const placement = placeOnCreate(basis, attribute, parts);
  const imported = placement.files.some((file) => file.kind !== 'object') || basis.copy === '*YES';
  const copied = findCopiedPlace(basis, found, records);
  const draft: RequestDraft = { ...basis, ...deriveMemberTexts(found, imported), copied };
  return { draft, ...placement };
}

/**
 * Returns the *PIPE request, named after the server, for pipe, pipa and tkey (§2.1, §6): as the primary, but without lock, copy, order,
 * source, Git, vref; null if none of the three is given. @throws ServiceRefusal if one is missing, arfp is *NO, server or attribute wrong
 */
function draftPipeRequest(site: Site, fields: CreateFields, primary: RequestDraft): RequestDraft | null {
  const { pipe, pipa, tkey } = fields;
  if (pipe === undefined && pipa === undefined && tkey === undefined) return null;
  if (pipe === undefined || pipa === undefined || tkey === undefined) {
    throw new ServiceRefusal('pipe, pipa and tkey must be given together');
  }
  if (primary.arfp === '*NO') throw new ServiceRefusal('pipe, pipa and tkey need an RFP; arfp is *NO');
  requireKnown(site.pipelines, { pipe }, `Pipeline server ${formatValue(pipe)} is not known`);
  const attribute = requireAttribute(site, primary.appl, primary.lvl, pipa);
  if (attribute.objt !== '*PIPE') throw new ServiceRefusal(`Attribute ${pipa} is not defined for *PIPE objects`);
  const noSource = withNames('', 'rpth', 'target', 'dir', 'srcn', 'srca', 'srcd', 'fsfl', 'copied', 'vref');
  const noGit = withNames('', 'repositoryType', 'repo', 'branch', 'gpath', 'gfile');
  const own = { objn: pipe, objt: '*PIPE', attr: pipa, lock: '*NO', copy: '*NO', rsn: '*MIGRATE', csqo: 0 };
  return { ...primary, ...noSource, ...noGit, ...own };
}
