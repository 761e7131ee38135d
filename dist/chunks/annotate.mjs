import { A as annotate } from "./action.mjs";

export { annotate };