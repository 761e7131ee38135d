import { t as checkMarkdown } from "./check-markdown.mjs";

export { checkMarkdown };