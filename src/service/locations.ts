import type { CreateFields } from '../interface/fields.ts';
import type { Derived } from './derive.ts';
import { isPathType, sourceOnlyType, targetDirectory } from './objects.ts';
import type { Variant } from './payload.ts';
import type { StoredRequest } from './records.ts';
import { ServiceRefusal } from './refusal.ts';
import type { SiteTarget } from './targets.ts';

export interface LocatedRequest {
  readonly fields: CreateFields;
  readonly target: SiteTarget;
  readonly derived: Derived;
  readonly user: string;
  readonly variant: Variant;
}

/**
 * Returns from-libraries, source and target directory: as sent, else by naming template and attribute (interface §2.1);
 * source fields are empty without a source. @throws ServiceRefusal for a value sent where an IFS path must be, and is none
 */
export function locations(found: LocatedRequest) {
  const { fields, derived } = found;
  const { attribute, objt } = derived;
  const sourceInIfs = attribute.source === 'ifs';
  const objectInIfs = isPathType(objt) || (sourceInIfs && isSourceOnly(derived));
  const { folb, fslb } = libraries(found);
  const { rpth = '' } = fields;
  // Only what was sent: the earlier variant has the user's name as the default for paths too (§9).
  if (fields.folb !== undefined && objectInIfs) checkPath('folb', folb);
  if (fields.fslb !== undefined && sourceInIfs) checkPath('fslb', fslb);
  if (fields.rpth !== undefined) checkPath('rpth', rpth);
  const hasSource = attribute.source !== 'none';
  return {
    folb,
    fslb,
    fsfl: hasSource ? (fields.fsfl ?? attribute.fsfl ?? '') : '',
    srcn: hasSource ? (fields.srcn ?? fields.objn ?? '') : '',
    rpth,
    target: targetDirectory(attribute, rpth),
  };
}

/** Returns both from-libraries, as sent or by default; without an object there is one, which either field names. */
function libraries(found: LocatedRequest) {
  const { fields, derived, variant } = found;
  const forSource = () => defaultName(found, 'fslb', derived.attribute.source === 'ifs');
  if (isSourceOnly(derived)) {
    const one = fields.folb ?? fields.fslb ?? forSource();
    return { folb: one, fslb: fields.fslb ?? one };
  }
  const folb = fields.folb ?? defaultName(found, 'folb', isPathType(derived.objt));
  return { folb, fslb: fields.fslb ?? (variant === 'earlier' ? folb : forSource()) };
}

function isSourceOnly({ attribute }: Derived): boolean {
  return attribute.objt === sourceOnlyType && attribute.source !== 'none';
}

/**
 * Returns type and text of the source member, empty without one: as sent, else as installed; then the type by attribute and,
 * if the source is imported, the text by the level above.
 */
export function memberTexts(
  { fields, derived }: LocatedRequest,
  imported: boolean,
): Pick<StoredRequest, 'srca' | 'srcd'> {
  const { attribute, installed, installedAbove } = derived;
  if (attribute.source !== 'member') return { srca: '', srcd: '' };
  const existing = fields.srcd ?? installed?.srcd ?? '';
  const above = imported ? (installedAbove?.srcd ?? '') : '';
  return { srca: fields.srca ?? installed?.srca ?? attribute.srca ?? '', srcd: existing === '' ? above : existing };
}

/** Returns the default of a from-library, by the templates of the level, in the IFS a path; in the earlier variant always the user. */
function defaultName({ target, user, variant }: LocatedRequest, which: 'folb' | 'fslb', inIfs: boolean): string {
  if (variant === 'earlier') return user;
  const { level, application } = target;
  const template = level[which] ?? '<user><level>';
  const name = (inIfs && level.ifs ? level.ifs : template)
    .replaceAll('<user>', user)
    .replaceAll('<level>', String(level.lvl))
    .replaceAll('<appl>', application.appl);
  return inIfs && !name.startsWith('/') ? `/${name}` : name;
}

function checkPath(field: string, path: string): void {
  if (!path.startsWith('/')) throw new ServiceRefusal(`${field} is an IFS path; it must start with /`);
  if (path.split('/').some((part) => part === '..' || part === '.')) {
    throw new ServiceRefusal(`${field} must not hold the directories . or ..`);
  }
}
