import{timeText,within}from"./common.mjs";import{commitUrl,htmlLink,htmlText}from"./action.mjs";import{htmlPage,pageStyle}from"./html.mjs";import{escapeText,shorten}from"./start.mjs";import{askedText,countsText,filedBy,labelsOf,limitsText,nothingText,objectText,remarkText,sectionsOf,sharedText,waitingCount,warningsOf}from"./sections.mjs";const {createHash}=process.getBuiltinModule("node:crypto");const {readFileSync}=process.getBuiltinModule("node:fs");const shown=e=>escapeText(shorten(e,300));function placeIn(e,t){let n=e.get(t)??e.size;return e.set(t,n),n}function pageData(e){let t=/* @__PURE__ */ new Map,n=/* @__PURE__ */ new Map,r=[],i=6e6;for(let a of e.requests){let{objectId:o,reason:s,rfp:c,record:l,path:u,commit:d,at:f}=a,p=JSON.stringify([shown(filedBy(a)),timeText(f),d]);n.has(p)||(i-=Buffer.byteLength(p)+1);let m={reason:placeIn(t,s),filing:placeIn(n,p)},h=remarkText(e,a),g=shown(objectText(a)),_=[o,m.reason,g,c,l,shown(u),m.filing];if(r.push(h===``?_:[..._,h]),i-=Buffer.byteLength(JSON.stringify(_))+h.length+1,i<0)break}let a={reasons:[...t.keys()],filings:[...n.keys()].map(e=>JSON.parse(e))};return{branches:labelsOf(e).map(shown),...a,rows:r}}function dataText(e,t){return JSON.stringify({...e,commitUrl:t}).replaceAll(`<`,`\\u003c`)}const statusStyle=pageStyle(`90rem`,`p { overflow-wrap: anywhere; }
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
.wide, #rows td:nth-child(n + 5):nth-child(-n + 7) { min-width: 11rem; overflow-wrap: anywhere; }
#rows td:nth-child(n + 5):nth-child(-n + 7) { min-width: 7rem; }
td:nth-child(3), #rows td:nth-child(8) { white-space: nowrap; }
/* Where there is no room for columns, a row is a few lines that say themselves what they are. */
@media (max-width: 45rem) {
  .cards, .cards :is(thead, tbody) { display: block; }
  .cards tr { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.4rem 0; border-top: 1px solid var(--line); }
  #requests .cards td:nth-child(n), .cards :is(th, td):is(th, td, .wide) { border: 0; padding: 0; min-width: 0;
    white-space: normal; overflow-wrap: anywhere; }
  .cards :is(th, td):empty { display: none; }
  .cards thead tr:not(#heads) { border: 0; padding: 0; }
  .cards tr:not(#heads) th[scope="col"] { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  #rows td:nth-child(4):not(:empty)::before { content: "RFP "; }
}
@media print { form, #more { display: none; } }`),mostBytes=25e4,script=readFileSync(new URL(`./status-page/status.js`,import.meta.url),`utf8`),hashOf=e=>`'sha256-${createHash(`sha256`).update(e).digest(`base64`)}'`;function tableHtml({title:e,columns:t,rows:n},r,i){let a=e.toLowerCase().replaceAll(` `,`-`),o=t.some(({is:e})=>e===`count`),s=t.map(({is:e})=>!o&&wideColumns.has(e)),cellOf=(e,n)=>{let{is:a}=t[n];return a===`commit`?commitLink(i,e):htmlText(a===`branch`?r[Number(e)]??``:e)},c=n.map(e=>rowOf(e.map(cellOf),s));return`<section aria-labelledby="${a}"><h2 id="${a}">${e} (${n.length})</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${a}"><table class="${o?`counts`:`cards`}">
<thead><tr>${t.map(({head:e})=>`<th scope="col">${e}</th>`).join(``)}</tr></thead>
<tbody>
${within(mostBytes,c,e=>[`<tr><td colspan=${t.length}>and ${e} more: see --format json`]).join(`
`)}
</tbody></table></div></section>`}const wideColumns=/* @__PURE__ */ new Set([`branch`,`path`,`about`,`why`]);function rowOf([e=``,...t],n=[]){return`<tr><th scope=row>${e}${t.map((e,t)=>`<td${n[t+1]===!0?` class=wide`:``}>${e}`).join(``)}`}function commitLink(e,t){return htmlLink(commitUrl(e,t),htmlText(t.slice(0,12)))}function requestRow(e,{branches:t,reasons:n,filings:r},i){let[a,o,s,c,l,u,d,f=``]=e,[p=``,m=``,h=``]=r[d]??[],g=[n[o]??``,s,c===0?``:String(c),t[l]??``,u,p,m];return rowOf([a??`?`,...g.map(htmlText),commitLink(i,h),htmlText(f)])}function requestsHtml(e,t){if(e.requests.length===0)return``;let n=pageData(e),r=n.rows.slice(0,200).map(e=>requestRow(e,n,t)),{length:i}=n.rows,a=e.requests.length,o=`<p>The first ${i} of ${a} requests are on this page: narrow it with --branch, --paths or --user.</p>`,s=`<p id="plain">Without scripts the first ${r.length} of them stand here.</p>`,c=commitUrl(t,``),l=[`request`,`reason`,`object`,`RFP`,`branch`,`file`,`filed`,`when`,`commit`,`note`],u=n.branches.map((e,t)=>`<option value=${t}>${htmlText(e)}`);return`<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${a})</h2>${i<a?o:``}${i>r.length?s:``}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${u.join(``)}</select></label></form>
<p id="found" class="quiet" role="status"></p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="all"><table class="cards">
<thead><tr id="heads">${l.map(e=>`<th scope="col">${e}</th>`).join(``)}</tr></thead>
<tbody id="rows">
${r.join(`
`)}
</tbody></table></div>
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${dataText(n,c!==null&&/^https?:\/\//.test(c)?c:null)}<\/script>
<script type="module">${script}<\/script></section>`}function headingHtml(e){let t=askedText(e),n=warningsOf(e).map(e=>`<li>${htmlText(e)}</li>`),r=within(mostBytes,n,e=>[`<li>and ${e} more</li>`]),i=nothingText(e);return`<header><h1>Check-outs that are open</h1>
<p class="verdict ${waitingCount(e)===0?`good`:`bad`}">${htmlText(i??countsText(e))}</p>
${t===``||i!==null?``:`<p>Only ${htmlText(t)}.</p>`}
<p>${htmlText(sharedText(e))}</p>
<p class="quiet">${timeText(e.at)}, file-checkouts ${htmlText(e.tool)}. ${limitsText}</p>
${r.length===0?``:`<ul>${r.join(`
`)}</ul>`}</header>`}function htmlStatus(e,t){let n=`style-src ${hashOf(statusStyle)}; script-src ${hashOf(script)}`,r=labelsOf(e),i=[...sectionsOf(e).map(e=>tableHtml(e,r,t)),requestsHtml(e,t)];return htmlPage({title:`Check-outs that are open`,policy:n,style:statusStyle},headingHtml(e),i)}export{htmlStatus};