/** Names of library objects, libraries and members, as the operating system has them. */

/** Characters that such a name has at most. */
export const longestNativeName = 10;

/** The characters that it may hold, in words. */
export const nativeCharacters = 'A-Z 0-9 $ # @ _ .';

/** Why a name in upper case cannot be that of a library object; null: it can. */
export function nativeNameProblem(name: string): 'tooLong' | 'notNative' | null {
  if (name.length > longestNativeName) return 'tooLong';
  return /^[A-Z0-9$#@_.]+$/.test(name) ? null : 'notNative';
}
