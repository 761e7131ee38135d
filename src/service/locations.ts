import type { CreateFields } from '../interface/fields.ts';
import type { Derived } from './derive.ts';
import { isPathType, sourceOnlyType, targetDirectory } from './objects.ts';
import type { Variant } from './payload.ts';
import type { StoredRequest } from './records.ts';
import { ServiceRefusal } from './refusal.ts';
import type { SiteTarget } from './targets.ts';

/** The fields of a create, and what they resolve to. */
export interface Resolved {
  readonly fields: CreateFields;
  readonly target: SiteTarget;
  readonly derived: Derived;
  readonly user: string;
  readonly variant: Variant;
}

/**
 * Returns from-libraries, source file and name (empty without a source), and target directory: as sent, else by naming template, attribute
 * and objn (§2.1). @throws ServiceRefusal as checkPath, for rpth, and for a folb or fslb in the IFS
 */
export function locations(found: Resolved): Pick<StoredRequest, 'folb' | 'fslb' | 'fsfl' | 'srcn' | 'rpth' | 'target'> {
  const { fields, derived } = found;
  const { attribute, objt } = derived;
  const sourceInIfs = attribute.source === 'ifs';
  const hasSource = attribute.source !== 'none';
  const hasNoObject = attribute.objt === sourceOnlyType && hasSource;
  const objectInIfs = isPathType(objt) || (sourceInIfs && hasNoObject);
  const { folb, fslb } = fromLibraries(found, hasNoObject);
  const { rpth = '' } = fields;
  // Only what was sent: the earlier variant has the user's name as the default for paths too (§9).
  if (fields.folb !== undefined && objectInIfs) checkPath('folb', folb);
  if (fields.fslb !== undefined && sourceInIfs) checkPath('fslb', fslb);
  if (fields.rpth !== undefined) checkPath('rpth', rpth);
  return {
    folb,
    fslb,
    fsfl: hasSource ? (fields.fsfl ?? attribute.fsfl ?? '') : '',
    srcn: hasSource ? (fields.srcn ?? fields.objn ?? '') : '',
    rpth,
    target: targetDirectory(attribute, rpth),
  };
}

/** Returns the from-libraries of object and source, as sent, else by default. @param hasNoObject true: if one is sent, both have it */
function fromLibraries(found: Resolved, hasNoObject: boolean): Pick<StoredRequest, 'folb' | 'fslb'> {
  const { fields, derived, variant } = found;
  const forSource = () => defaultName(found, 'fslb', derived.attribute.source === 'ifs');
  if (hasNoObject) {
    const one = fields.folb ?? fields.fslb ?? forSource();
    return { folb: one, fslb: fields.fslb ?? one };
  }
  const folb = fields.folb ?? defaultName(found, 'folb', isPathType(derived.objt));
  return { folb, fslb: fields.fslb ?? (variant === 'earlier' ? folb : forSource()) };
}

/**
 * Returns type and text of the member (§2.1), empty without one: as sent, else as installed at the level, else the attribute's type; if the
 * text is empty and the source is `imported` (sent along, or copied), as installed at the nearest level above.
 */
export function memberTexts({ fields, derived }: Resolved, imported: boolean): Pick<StoredRequest, 'srca' | 'srcd'> {
  const { attribute, installed, installedAbove } = derived;
  if (attribute.source !== 'member') return { srca: '', srcd: '' };
  const existing = fields.srcd ?? installed?.srcd ?? '';
  const above = imported ? (installedAbove?.srcd ?? '') : '';
  return { srca: fields.srca ?? installed?.srca ?? attribute.srca ?? '', srcd: existing === '' ? above : existing };
}

/** Returns the default of `folb` or `fslb`, a library or IFS path, by the level's naming template; earlier variant: the user's name. */
function defaultName({ target, user, variant }: Resolved, which: 'folb' | 'fslb', inIfs: boolean): string {
  if (variant === 'earlier') return user;
  const { level, application } = target;
  const template = level[which] ?? '<user><level>';
  const name = (inIfs && level.ifs ? level.ifs : template)
    .replaceAll('<user>', user)
    .replaceAll('<level>', String(level.lvl))
    .replaceAll('<appl>', application.appl);
  return inIfs && !name.startsWith('/') ? `/${name}` : name;
}

/** Refuses a path that does not start with a slash, or holds `.` or `..`. @throws ServiceRefusal @param field its name, for the message */
function checkPath(field: string, path: string): void {
  if (!path.startsWith('/')) throw new ServiceRefusal(`${field} is an IFS path; it must start with /`);
  if (path.split('/').some((part) => part === '..' || part === '.')) {
    throw new ServiceRefusal(`${field} must not hold the directories . or ..`);
  }
}
