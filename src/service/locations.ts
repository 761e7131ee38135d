/** Where the object and its source come from (interface §2.1 srcn, srca, srcd, folb, fslb, fsfl, rpth). */
import type { CreateFields } from '../interface/fields.ts';
import type { Derived } from './derive.ts';
import { isPathType } from './object-types.ts';
import type { Variant } from './payload.ts';
import { sourceOnlyType, targetDirectory } from './places.ts';
import { Refusal } from './refusal.ts';
import type { Target } from './targets.ts';

/** From-libraries of a request; empty where there is none. */
export interface Locations {
  readonly folb: string;
  readonly fslb: string;
  readonly fsfl: string;
  readonly srcn: string;
  readonly rpth: string;
  readonly target: string;
}

/** Locations as sent, else by the level's naming template and the attribute. Throws Refusal for a path that is none. */
export function locations(
  target: Target,
  derived: Derived,
  fields: CreateFields,
  user: string,
  variant: Variant,
): Locations {
  const { attribute, objt } = derived;
  const objectInIfs = isPathType(objt);
  const sourceInIfs = attribute.source === 'ifs';
  const { folb, fslb } = libraries(target, derived, fields, user, variant);
  // Only what was sent: the earlier variant has the user's name as the default for paths too (§9).
  if (fields.folb !== undefined && (objectInIfs || (sourceInIfs && isSourceOnly(derived)))) checkPath('folb', folb);
  if (fields.fslb !== undefined && sourceInIfs) checkPath('fslb', fslb);
  if (fields.rpth !== undefined) checkPath('rpth', fields.rpth);
  const hasSource = attribute.source !== 'none';
  return {
    folb,
    fslb,
    fsfl: hasSource ? (fields.fsfl ?? attribute.fsfl ?? '') : '',
    srcn: hasSource ? (fields.srcn ?? fields.objn ?? '') : '',
    rpth: fields.rpth ?? '',
    target: targetDirectory(attribute, fields.rpth ?? ''),
  };
}

/** Both from-libraries; for an attribute with source only they are one, which either field names. */
function libraries(target: Target, derived: Derived, fields: CreateFields, user: string, variant: Variant) {
  const sourceInIfs = derived.attribute.source === 'ifs';
  if (isSourceOnly(derived)) {
    const one = fields.folb ?? fields.fslb ?? defaultName(target, 'fslb', sourceInIfs, user, variant);
    return { folb: one, fslb: fields.fslb ?? one };
  }
  const folb = fields.folb ?? defaultName(target, 'folb', isPathType(derived.objt), user, variant);
  const fslb = fields.fslb ?? (variant === 'earlier' ? folb : defaultName(target, 'fslb', sourceInIfs, user, variant));
  return { folb, fslb };
}

function isSourceOnly({ attribute }: Derived): boolean {
  return attribute.objt === sourceOnlyType && attribute.source !== 'none';
}

/** Type and text of the source member; both are ignored where the source is none or a file in the IFS. */
export function memberTexts(
  derived: Derived,
  fields: CreateFields,
  imported: boolean,
): { readonly srca: string; readonly srcd: string } {
  if (derived.attribute.source !== 'member') return { srca: '', srcd: '' };
  const existing = fields.srcd ?? derived.installed?.srcd ?? '';
  const above = imported && existing === '' ? (derived.installedAbove?.srcd ?? '') : '';
  return {
    srca: fields.srca ?? derived.installed?.srca ?? derived.attribute.srca ?? '',
    srcd: existing === '' ? above : existing,
  };
}

function defaultName(target: Target, which: 'folb' | 'fslb', inIfs: boolean, user: string, variant: Variant): string {
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
  if (!path.startsWith('/')) throw new Refusal(`${field} is an IFS path; it must start with /`);
  if (path.split('/').some((part) => part === '..' || part === '.')) {
    throw new Refusal(`${field} must not hold the directories . or ..`);
  }
}
