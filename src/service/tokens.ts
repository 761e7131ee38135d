/** Bearer tokens (interface §5). Only digests of tokens are kept, and they are compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Site, SiteUser } from './site.ts';

/** Returns a function that finds the user (without token and digest) by the bearer token in an Authorization header; null for any other. */
export function createAuthenticator(site: Site): (authorization: string | undefined) => SiteUser | null {
  // Without the token, so that no rule and no error can hold it.
  const known = withDigests(site).users.flatMap(({ tokenSha256, ...owner }) =>
    tokenSha256 === undefined ? [] : [{ owner, digest: Buffer.from(tokenSha256, 'hex') }],
  );
  return (authorization) => {
    const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    const digest = hashToken(token);
    // Compares all, so that the time does not reveal a near match.
    return known.filter((candidate) => timingSafeEqual(candidate.digest, digest))[0]?.owner ?? null;
  };
}

/** Returns the SHA-256 of a token: 32 bytes. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns a copy of the site with `tokenSha256` (hexadecimal) in place of each token in clear; users without one stay as they are. */
export function withDigests(site: Site): Site {
  const users = site.users.map(({ token, ...user }) =>
    token === undefined ? user : { ...user, tokenSha256: hashToken(token).toString('hex') },
  );
  return { ...site, users };
}
