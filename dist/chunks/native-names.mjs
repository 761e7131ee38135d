// src/interface/native-names.ts
/** Names of library objects, libraries and members, as the operating system has them. */
/** Characters that such a name has at most. */
const longestNativeName = 10;
/** The characters that it may hold, in words. */
const nativeCharacters = "A-Z 0-9 $ # @ _ .";
/** Why a name in upper case cannot be that of a library object; null: it can. */
function nativeNameProblem(name) {
	if (name.length > 10) return "tooLong";
	return /^[A-Z0-9$#@_.]+$/.test(name) ? null : "notNative";
}

export { nativeCharacters, nativeNameProblem };