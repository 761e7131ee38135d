/** Who calls: bearer tokens (interface §5). Only digests of tokens are kept, and they are compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Site, SiteUser } from './site.ts';

/** Finds the owner of a token; null for a missing or unknown token. */
export type Authenticate = (authorization: string | undefined) => SiteUser | null;

/** The check of the tokens of a site's users: from the Authorization header to the owner of its token. */
export function authenticator(site: Site): Authenticate {
  // The owner is without the token: what the rules decide about the caller, and what they throw, cannot hold it.
  const known = withDigests(site).users.flatMap(({ tokenSha256, ...owner }) =>
    tokenSha256 === undefined ? [] : [{ owner, digest: Buffer.from(tokenSha256, 'hex') }],
  );
  return (authorization) => {
    const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    const digest = digestOf(token);
    // All are compared, so that the time does not tell whose token comes close.
    const owners = known.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    return owners[0]?.owner ?? null;
  };
}

/** The user of a site whose token this is; null: nobody's. */
export function ownerOf(site: Site, token: string): SiteUser | null {
  return authenticator(site)(`Bearer ${token}`);
}

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function withDigests(site: Site): Site {
  const users = site.users.map(({ token, ...user }) =>
    token === undefined ? user : { ...user, tokenSha256: digestOf(token).toString('hex') },
  );
  return { ...site, users };
}
