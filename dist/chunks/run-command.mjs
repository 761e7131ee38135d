import { n as writeReport, t as runCommand } from "./run-command2.mjs";

export { runCommand };