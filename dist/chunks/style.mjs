import{escapeHtml,renderLink}from"./action.mjs";import{joinTexts,limitLinesByBytes}from"./common.mjs";const {createHash}=process.getBuiltinModule("node:crypto");function renderHtmlTable({columns:e,rows:t},n){let{id:r,caption:i,most:a,rest:o,rowLook=()=>``,wide:s=[]}=n,renderHtmlCell=(e,{is:t,textsOf:n,urlOf:r},i)=>{let[a=``,...o]=n(e).map(escapeHtml);return`<${i===0?`th scope=row`:s.includes(t)?`td class=wide`:`td`}>${[renderLink(r?.(e)??null,a),...o].join(`<br>`)}`},c=t.map(t=>{let n=rowLook(t);return`<tr${n&&` class=${n}`}>${e.map((e,n)=>renderHtmlCell(t,e,n)).join(``)}`}),l=e.map(({head:e})=>`<th scope="col">${e}</th>`).join(``),u=limitLinesByBytes(a,c,t=>[`<tr><td colspan=${e.length}>${o(t)}`]);return`<div class="scroll" tabindex="0" role="group" aria-labelledby="${r}-title"><table class="${n.look}">
${i===void 0?``:`<caption>${i}</caption>\n`}<thead><tr>${l}</tr></thead>
<tbody>
${u.join(`
`)}
</tbody></table></div>`}function renderHtmlSection(e,t,n){let r=joinTexts(n,`
`);return r===``?``:`<section id="${e}" aria-labelledby="${e}-title"><h2 id="${e}-title">${t}</h2>\n${r}</section>`}function renderHtmlPage({title:e,style:t,script:n},r,i){let hashText=e=>`'sha256-${createHash(`sha256`).update(e).digest(`base64`)}'`,a=n===void 0?``:` script-src ${hashText(n)};`;return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hashText(t)};${a} base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${e}</title>
<style>${t}</style>
</head>
<body>
${r}
<main>
${joinTexts(i,`
`)}
</main>
</body>
</html>
`}function buildPageStyle(e,t){return`
:root { color-scheme: light dark; --ground: #fff; --raised: #f4f6f8; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de;
  --link: #0550ae; --bad: #a40e26; --open: #7d4e00; --good: #116329; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --raised: #161b22; --text: #e6edf3; --quiet: #9da7b1; --line: #3d444d;
    --link: #79c0ff; --bad: #ff9492; --open: #e3b341; --good: #7ee787; }
}
body { margin: 0 auto; padding: 1rem; max-width: ${e}; background: var(--ground); color: var(--text);
  font: 0.9375rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
h1, li, summary, .verdict { overflow-wrap: anywhere; }
.verdict { margin: 0.3rem 0; font-size: 1.1rem; font-weight: 600; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.25rem 0.6rem 0.25rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-size: 0.85rem; border: 0; }
tbody th { font-weight: 600; white-space: nowrap; }
${t}
@media print {
  body { max-width: none; padding: 0; font-size: 9pt; }
  .scroll { overflow: visible; }
}
`}const reportStyle=buildPageStyle(`80rem`,`.verdict { margin-bottom: 1rem; }
.error { border-left: 4px solid var(--bad); padding-left: 1rem; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; padding: 0; list-style: none; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.6rem 1.5rem; margin: 0; }
dt, caption, figcaption { color: var(--quiet); font-size: 0.85rem; text-align: left; }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 2rem 0 0; }
@media screen { td { white-space: nowrap; } }
:is(td:nth-child(3), td:nth-last-child(-n + 2)) { min-width: 13rem; white-space: normal; overflow-wrap: anywhere; }
.affected td:nth-child(3) { min-width: 0; white-space: nowrap; }
.affected tbody th { min-width: 11rem; white-space: normal; overflow-wrap: anywhere; }
tr.bad { color: inherit; }
tr.bad th { color: var(--bad); }
tr.open th { color: var(--open); }
summary { cursor: pointer; }
svg path { fill: none; stroke: var(--quiet); }
svg rect { fill: var(--raised); stroke: var(--line); }
svg text { fill: var(--text); font: 13px ui-monospace, monospace; }
svg .bad rect { stroke: var(--bad); stroke-width: 2; }
svg .open rect { stroke: var(--open); stroke-width: 2; stroke-dasharray: 6 3; }
svg .good rect { stroke: var(--good); }
svg .gone text { text-decoration: line-through; }
@media print {
  figure svg { width: 100%; height: auto; }
  thead { display: table-header-group; }
  tr, figure { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}`),statusStyle=buildPageStyle(`90rem`,`p { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: 0.85rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 0.5rem 0; }
form[hidden] { display: none; }
label { display: flex; flex: 1 1 16rem; flex-direction: column; min-width: 0; }
input, select, button { border: 1px solid var(--quiet); border-radius: 4px; padding: 0.4rem 0.6rem; min-width: 0;
  max-width: 100%; background: var(--raised); color: inherit; font: inherit; }
th, td { padding-right: 0.75rem; }
thead th { white-space: nowrap; }
table.counts th { min-width: 3rem; white-space: normal; overflow-wrap: anywhere; }
thead button { border: 0; padding: 0.2rem 0; background: none; cursor: pointer; font-weight: 600; }
[aria-sort="ascending"] button::after { content: " \\2191"; }
[aria-sort="descending"] button::after { content: " \\2193"; }
.wide, #requests td:nth-child(n + 5):nth-child(-n + 7) { min-width: 11rem; overflow-wrap: anywhere; }
#requests td:nth-child(n + 5):nth-child(-n + 7) { min-width: 7rem; }
td:nth-child(3), #requests td:nth-child(8) { white-space: nowrap; }
/* Where there is no room for columns, a row is a few lines that say themselves what they are. */
@media (max-width: 45rem) {
  .cards, .cards :is(thead, tbody) { display: block; }
  .cards tr { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.4rem 0; border-top: 1px solid var(--line); }
  #requests .cards td:nth-child(n), .cards :is(th, td):is(th, td, .wide) { border: 0; padding: 0; min-width: 0;
    white-space: normal; overflow-wrap: anywhere; }
  .cards :is(th, td):empty { display: none; }
  section:not(#requests) > * > .cards thead tr { border: 0; padding: 0; }
  section:not(#requests) th[scope="col"] { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  #requests td:nth-child(4):not(:empty)::before { content: "RFP "; }
}
@media print { form, #more { display: none; } }`);export{renderHtmlPage,renderHtmlSection,renderHtmlTable,reportStyle,statusStyle};