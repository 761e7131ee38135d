import fc from 'fast-check';

/** Any code point, also half of a pair: as the unit `binary` of fast-check, which takes a second before its first value. */
export const codePoint = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
