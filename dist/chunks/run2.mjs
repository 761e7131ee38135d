import { t as run } from "./run.mjs";

export { run };