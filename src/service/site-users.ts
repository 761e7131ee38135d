/** What the users of a site must agree on: their tokens and their codes. */
import type { YamlFinding } from '../yaml/findings.ts';
import { type CheckedPart, namesIn, unknownNames } from './file-parts.ts';
import { digestOf } from './tokens.ts';

/** Checks the tokens of all users: at most one each, and no token twice. */
export function tokenFindings(users: readonly CheckedPart[]): YamlFinding[] {
  const owners = new Map<string, string>();
  return users.flatMap((record) => {
    const { user, token, tokenSha256 } = record.fields;
    const ofDigest = record.at('tokenSha256');
    if (token !== undefined && tokenSha256 !== undefined) {
      return [ofDigest.wrongKey('`token` and `tokenSha256`', 'one of the two')];
    }
    const given = token === undefined ? ofDigest : record.at('token');
    if (typeof given.value !== 'string') return [];
    const digest = given === ofDigest ? given.value.toLowerCase() : digestOf(given.value).toString('hex');
    const owner = owners.get(digest);
    if (owner !== undefined)
      return [given.wrongKey(`the token of user \`${owner}\` again`, 'each user their own token')];
    owners.set(digest, String(user ?? ''));
    return [];
  });
}

/** Checks the codes of a user: 37 or 31, for applications and levels that are defined. */
export function codeFindings(user: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  return user.elements('codes').flatMap((held) => {
    const code = typeof held.value === 'number' ? held : held.at('code');
    const isKnown = typeof code.value !== 'number' || code.value === 37 || code.value === 31;
    const meant = applications.filter(({ fields }) => (held.fields.appl ?? fields.appl) === fields.appl);
    return [
      ...(isKnown ? [] : [code.wrong(`the code ${code.value}`, 'expected 37 (own requests) or 31 (those of others)')]),
      ...unknownNames(held.at('appl'), namesIn(applications, 'appl'), 'an application'),
      ...(meant.length === 0 ? [] : unknownNames(held.at('lvl'), levelsOf(meant), 'a level')),
    ];
  });
}

/** Returns the level numbers of applications. */
export function levelsOf(applications: readonly CheckedPart[]) {
  return applications.flatMap((application) => namesIn(application.records('levels'), 'lvl'));
}
