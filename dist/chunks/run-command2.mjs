import { n as runCommand, r as writeReport, t as formatReport } from "./run-command.mjs";

export { runCommand };