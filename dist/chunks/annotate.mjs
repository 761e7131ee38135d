import { x as annotate } from "./action.mjs";

export { annotate };