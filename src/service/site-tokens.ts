/** What the tokens of a site's users must agree on. */
import type { Finding } from '../yaml/findings.ts';
import type { RecordAt } from './file-records.ts';
import { digestOf } from './tokens.ts';

/** Findings about the tokens of all users: one each, and no token twice. */
export function tokenFindings(users: readonly RecordAt[]): Finding[] {
  const owners = new Map<string, unknown>();
  return users.flatMap(({ path, fields }): Finding[] => {
    const { user, token, tokenSha256 } = fields;
    if (token !== undefined && tokenSha256 !== undefined) {
      return [
        { path: [...path, 'tokenSha256'], atKey: true, found: '`token` and `tokenSha256`', right: 'one of the two' },
      ];
    }
    const name = token === undefined ? 'tokenSha256' : 'token';
    const value = fields[name];
    if (typeof value !== 'string') return [];
    const digest = name === 'token' ? digestOf(value).toString('hex') : value.toLowerCase();
    const owner = owners.get(digest);
    if (owner === undefined) owners.set(digest, user ?? '');
    else
      return [
        {
          path: [...path, name],
          atKey: true,
          found: `the token of user \`${String(owner)}\` again`,
          right: 'each user their own token',
        },
      ];
    return [];
  });
}
