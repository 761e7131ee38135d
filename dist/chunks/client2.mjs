import { t as createClient } from "./client.mjs";

export { createClient };