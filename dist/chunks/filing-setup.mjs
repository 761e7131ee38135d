import { n as filingRun, t as checkLimits } from "./filing-setup2.mjs";

export { checkLimits, filingRun };