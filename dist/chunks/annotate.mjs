import { C as annotate } from "./action.mjs";

export { annotate };