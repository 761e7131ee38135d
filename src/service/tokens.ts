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
      user.token === undefined ? user.tokenSha256 && Buffer.from(user.tokenSha256, 'hex') : sha256(user.token);
    return digest ? [{ user, digest }] : [];
  });
  return (authorization) => {
    const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    const digest = sha256(token);
    // All are compared, so that the time does not tell whose token comes close.
    const owners = known.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    return owners[0]?.user ?? null;
  };
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
