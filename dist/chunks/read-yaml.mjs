import { t as readYaml } from "./yaml.mjs";

export { readYaml };