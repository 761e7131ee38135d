/** Names of the operating system, where the site asks for them (`nativeNames`): no other would come through a compiler. */
import type { CreateFields } from '../interface/fields.ts';
import { longestNativeName, nativeCharacters, nativeNameProblem } from '../interface/native-names.ts';
import { isInFileSystem } from './object-types.ts';
import { withoutBlanks } from './payload.ts';
import type { StoredRequest } from './records.ts';
import { ServiceRefusal, shown } from './refusal.ts';
import type { Attribute, Site } from './site.ts';

/** What of a request decides which of its names are names of the system. */
type NamedRequest = Pick<StoredRequest, 'objn' | 'objt' | 'srcn'> & Pick<Attribute, 'source'>;

/** The names of a create; libraries and source file only as sent, since the site gives the others. Throws Refusal. */
export function checkCreateNames(site: Site, fields: CreateFields, { objn, objt, srcn, source }: NamedRequest): void {
  if (!isInFileSystem(objt)) checkName(site, 'objn', objn);
  if (source !== 'member') return;
  checkName(site, 'srcn', srcn);
  for (const name of ['fsfl', 'folb', 'fslb'] as const) {
    const sent = fields[name];
    if (sent !== undefined && !sent.startsWith('/')) checkName(site, name, sent);
  }
}

/** One name; case does not count on the system. Throws Refusal. */
export function checkName({ nativeNames }: Site, field: string, name: string): void {
  const problem = nativeNames === true ? nativeNameProblem(withoutBlanks(name).toUpperCase()) : null;
  if (problem === null) return;
  const rule =
    problem === 'tooLong'
      ? `a name of the system has ${longestNativeName} characters at most`
      : `a name of the system holds no characters but ${nativeCharacters}`;
  throw new ServiceRefusal(`${field} is ${shown(name)}; ${rule}`);
}
