// src/version.ts
/** Version of this program; a test holds it to package.json. */
const version = "0.1.0";

export { version as t };