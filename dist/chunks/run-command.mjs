import { n as writeArtifacts, r as writeReport, t as runCommand } from "./run-command2.mjs";

export { runCommand };