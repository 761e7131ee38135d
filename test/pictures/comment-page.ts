/** A page that shows a comment as a Git host does: its Markdown as HTML, in a box. */
import { marked } from 'marked';

const style = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --ground: #fff; --head: #f6f8fa; --link: #0969da; --code: #818b981f }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --ground: #0d1117; --head: #151b23; --link: #4493f8; --code: #656c7633 }
}
body { margin: 0; padding: 12px; background: var(--ground); color: var(--ink); font: 14px/1.5 "Liberation Sans", "DejaVu Sans", Arial, sans-serif }
article { border: 1px solid var(--line); border-radius: 6px }
article > header { padding: 8px 16px; background: var(--head); border-bottom: 1px solid var(--line); border-radius: 6px 6px 0 0; color: var(--quiet) }
article > header b { color: var(--ink) }
article > div { padding: 0 16px 4px }
a { color: var(--link); text-decoration: none }
table { border-collapse: collapse; margin-bottom: 16px }
th, td { border: 1px solid var(--line); padding: 6px 10px; text-align: left }
tbody tr:nth-child(2n) { background: var(--head) }
code { background: var(--code); padding: 2px 5px; border-radius: 6px; font: 12px "Liberation Mono", "DejaVu Sans Mono", monospace }
td code { white-space: nowrap }
details { margin-bottom: 12px }
pre { display: none }
`;

/** @param markdown as it was written to the host. Diagrams, which the host draws itself, are left out. */
export function commentPage(markdown: string): string {
  const inside = marked.parse(markdown, { gfm: true, async: false });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A comment</title><style>${style}</style></head>
<body><article><header><b>github-actions</b> bot commented</header><div>${inside}</div></article></body></html>`;
}
