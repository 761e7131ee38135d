import { S as annotate } from "./action.mjs";

export { annotate };