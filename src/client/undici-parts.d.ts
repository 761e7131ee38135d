/** The files of undici that undici.ts imports, which gives them their types. */
declare module 'undici/lib/*' {
  const part: unknown;
  export default part;
}
