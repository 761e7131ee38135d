import { t as planRange } from "./planning.mjs";

export { planRange };