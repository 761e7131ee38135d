import { t as annotate } from "./annotate.mjs";

export { annotate };