import { a as clientOptions } from "./filing.mjs";

export { clientOptions };