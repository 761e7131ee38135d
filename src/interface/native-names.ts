/** Names of library objects, libraries and members on IBM i. */

/** Most characters of such a name. */
export const longestNativeName = 10;

/** The characters of such a name, in words. */
export const nativeCharacters = 'A-Z 0-9 $ # @ _ .';

/** Returns why a name in upper case cannot be a library object's; null: it can. */
export function nativeNameProblem(name: string): 'tooLong' | 'notNative' | null {
  if (name.length > longestNativeName) return 'tooLong';
  return /^[A-Z0-9$#@_.]+$/.test(name) ? null : 'notNative';
}
