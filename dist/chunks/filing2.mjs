import { t as fileRange } from "./filing.mjs";

export { fileRange };