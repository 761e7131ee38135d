/** Who calls: bearer tokens (interface §5). Only digests of tokens are kept, and they are compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Site, SiteUser } from './site.ts';

/** Finds the owner of a token; null for a token that is missing or nobody's. */
export type Authenticate = (authorization: string | undefined) => SiteUser | null;

/**
 * Makes the check from a site's users.
 * @returns a function from the Authorization header to the owner of its token
 */
export function authenticator(site: Site): Authenticate {
  const known = site.users.flatMap((user) => {
    const digest =
      user.token === undefined ? user.tokenSha256 && Buffer.from(user.tokenSha256, 'hex') : digestOf(user.token);
    return digest ? [{ owner: withoutToken(user), digest }] : [];
  });
  return (authorization) => {
    const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    const digest = digestOf(token);
    // All are compared, so that the time does not tell whose token comes close.
    const owners = known.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    return owners[0]?.owner ?? null;
  };
}

/** SHA-256 of a token. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whom the rules see as the caller: what they decide, and what they throw, cannot hold the token. */
function withoutToken({ token: _, tokenSha256: __, ...owner }: SiteUser): SiteUser {
  return owner;
}

/** The site with digests in place of tokens. */
export function withDigests(site: Site): Site {
  const users = site.users.map((user) => {
    if (user.token === undefined) return user;
    return { ...withoutToken(user), tokenSha256: digestOf(user.token).toString('hex') };
  });
  return { ...site, users };
}
