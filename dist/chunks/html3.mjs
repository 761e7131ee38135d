import{timeText,within}from"./common.mjs";import{escapeText,shorten}from"./start.mjs";import{commitUrl,htmlLink,htmlText}from"./action.mjs";import{htmlPage,pageStyle}from"./html.mjs";import{askedText,countsText,labelsOf,limitsText,nothingText,requestSection,sectionsOf,sharedText,waitingCount,warningsOf}from"./sections.mjs";const {createHash}=process.getBuiltinModule("node:crypto");const {readFileSync}=process.getBuiltinModule("node:fs");const statusStyle=pageStyle(`90rem`,`p { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: 0.85rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 0.5rem 0; }
form[hidden] { display: none; }
label { display: flex; flex: 1 1 16rem; flex-direction: column; min-width: 0; }
input, select, button { border: 1px solid var(--quiet); border-radius: 4px; padding: 0.4rem 0.6rem; min-width: 0;
  max-width: 100%; background: var(--raised); color: inherit; font: inherit; }
th, td { padding-right: 0.75rem; }
thead th { white-space: nowrap; }
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
@media print { form, #more { display: none; } }`),mostBytes=25e4,shown=e=>escapeText(shorten(e,300)),script=readFileSync(new URL(`./status-page/status.js`,import.meta.url),`utf8`),hashOf=e=>`'sha256-${createHash(`sha256`).update(e).digest(`base64`)}'`;function sectionHtml(e,t,n){let{title:r,rows:i}=e,a=r.toLowerCase().replaceAll(` `,`-`),o=tableHtml(e,t,n,a);return`<section aria-labelledby="${a}"><h2 id="${a}">${r} (${i.length})</h2>\n${o}</section>`}function tableHtml({columns:e,rows:t},n,r,i){let a=e.some(({is:e})=>e===`count`),o=!a&&i!==`all`,cellOf=(t,i)=>{let{is:a}=e[i],s=a===`branch`?n[Number(t)]??``:t,c=a===`commit`?commitLink(r,t):htmlText(s);return i===0?`<th scope=row>${c}`:`<td${o&&wideColumns.has(a)?` class=wide`:``}>${c}`},s=t.map(e=>`<tr>${e.map(cellOf).join(``)}`);return`<div class="scroll" tabindex="0" role="group" aria-labelledby="${i}"><table class="${a?`counts`:`cards`}">
<thead><tr>${e.map(({head:e})=>`<th scope="col">${e}</th>`).join(``)}</tr></thead>
<tbody>
${within(mostBytes,s,t=>[`<tr><td colspan=${e.length}>and ${t} more: see --format json`]).join(`
`)}
</tbody></table></div>`}const wideColumns=/* @__PURE__ */ new Set([`branch`,`path`,`about`,`why`]);function commitLink(e,t){return htmlLink(commitUrl(e,t),htmlText(t.slice(0,12)))}function requestsHtml(e,t){let n=requestSection(e),r=n.rows.length;if(r===0)return``;let i=labelsOf(e).map(shown),a=n.rows.map(e=>e.map(shown)),o=within(15e6,a.map(e=>JSON.stringify(e)),()=>[]),{length:s}=o,c=`<p>The first ${s} of ${r} requests are on this page: narrow it with --branch, --paths or --user.</p>`,l=i.map((e,t)=>`<option value=${t}>${htmlText(e)}`),u=commitUrl(t,``),d=`{"shared":${JSON.stringify({branches:i,commitUrl:u!==null&&/^https?:\/\//.test(u)?u:null})},"rows":[${o.join(`,`)}]}`.replaceAll(`<`,`\\u003c`);return`<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${r})</h2>${s<r?c:``}${s>200?`<p id="plain">Without scripts the first 200 of them stand here.</p>`:``}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${l.join(``)}</select></label></form>
<p id="found" class="quiet" role="status"></p>
${tableHtml({...n,rows:a.slice(0,Math.min(s,200))},i,t,`all`)}
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${d}<\/script>
<script type="module">${script}<\/script></section>`}function headingHtml(e){let t=askedText(e),n=warningsOf(e).map(e=>`<li>${htmlText(e)}</li>`),r=within(mostBytes,n,e=>[`<li>and ${e} more</li>`]),i=nothingText(e);return`<header><h1>Check-outs that are open</h1>
<p class="verdict ${waitingCount(e)===0?`good`:`bad`}">${htmlText(i??countsText(e))}</p>
${t===``||i!==null?``:`<p>Only ${htmlText(t)}.</p>`}
<p>${htmlText(sharedText(e))}</p>
<p class="quiet">${timeText(e.at)}, file-checkouts ${htmlText(e.tool)}. ${limitsText}</p>
${r.length===0?``:`<ul>${r.join(`
`)}</ul>`}</header>`}function htmlStatus(e,t){let n=`style-src ${hashOf(statusStyle)}; script-src ${hashOf(script)}`,r=labelsOf(e),i=[...sectionsOf(e).map(e=>sectionHtml(e,r,t)),requestsHtml(e,t)];return htmlPage({title:`Check-outs that are open`,policy:n,style:statusStyle},headingHtml(e),i)}export{htmlStatus};