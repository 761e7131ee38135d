import { n as checkLimits, r as filingRun } from "./filing.mjs";

export { checkLimits, filingRun };