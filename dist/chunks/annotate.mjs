import { y as annotate } from "./action.mjs";

export { annotate };