import{counted,countedHave,countsOf,dependentName,dependentRequest,dependentState,isEmptyTree,isHeld,isSettled,leftOutByReason,moodOf,objectText,pictureText,planGroups,whyAffected,worstFirst}from"./common.mjs";import{commitUrl,compareUrl,rangeRuleText,requestTable,requestUrl,within}from"./action.mjs";import{escapeText,shorten}from"./start.mjs";const {createHash}=process.getBuiltinModule("node:crypto");const entities=e=>e.replace(/[&<>"'`]/g,e=>`&#${e.charCodeAt(0)};`);function htmlText(e){return entities(escapeText(shorten(e,600)))}function htmlLink(e,t){return e===null||!/^https?:\/\//.test(e)?t:`<a href="${entities(e)}">${t}</a>`}function htmlTable(e,{look:t=`scroll`,caption:n,heads:r},i){return`<div class="${t}" tabindex="0" role="group" ${e}><table>
<caption>${n}</caption>
<thead><tr>${r.map(e=>`<th scope="col">${e}</th>`).join(``)}</tr></thead>
<tbody>
${i.join(`
`)}
</tbody></table></div>`}const columns$1={rfp:{x:1,width:150},request:{x:200,width:300},file:{x:550,width:398,keepsEnd:!0}};function fitting(e,t){let n=Math.floor((t.width-20)/7.8),r=Array.from(e);return r.length<=n?e:t.keepsEnd?`...${r.slice(3-n).join(``)}`:`${r.slice(0,n-3).join(``)}...`}function box(e,t,n,r){let i=n.map((t,r)=>`<text x="10" y="${n.length===1?25:17+16*r}">${htmlText(fitting(t,e))}</text>`),a=`width="${e.width}" height="40"`;return`<svg x="${e.x}" y="${t}" ${a}><g class="box ${r}"><rect x="1" y="1" width="${e.width-2}" height="38" rx="4"/>${i.join(``)}</g></svg>`}function line(e,t,n,r){let[i,a]=[e.x+e.width,n.x],o=(i+a)/2;return`<path d="M${i} ${t+20}C${o} ${t+20} ${o} ${r+20} ${a} ${r+20}"/>`}function rowOf$1({request:e,y:t}){let n=box(columns$1.file,t,[e.path],e.reason===`*DELETE`?`file gone`:`file`),r=box(columns$1.request,t,[pictureText(e),objectText(e)],moodOf(e));return`${line(columns$1.request,t,columns$1.file,t)}${r}${n}`}function rfpOf(e,t){let n=t.map(({y:e})=>e),r=(Math.min(...n)+Math.max(...n))/2;return`${t.map(e=>line(columns$1.rfp,r,columns$1.request,e.y)).join(``)}${box(columns$1.rfp,r,[e===null?`no RFP`:`RFP ${e}`],`rfp`)}`}function htmlPicture(e){if(e.requests.length===0||e.requests.length>20)return``;let t=[...Map.groupBy(worstFirst(e.requests),({rfp:e})=>e||null).values()].flat().map((e,t)=>({request:e,y:t*52+4})),n=e.command===`plan`,r=[...Map.groupBy(t,({request:e})=>e.rfp||null)].map(([e,t])=>e===null&&n?``:rfpOf(e,t));return figure({region:`Picture of the run`,label:`RFPs, requests and files, as in the table`,caption:`RFP, request, file`},t.length,[...r,...t.map(rowOf$1)])}function figure({region:e,label:t,caption:n},r,i){let a=r*52;return`<figure><div class="scroll" tabindex="0" role="region" aria-label="${e}">
<svg viewBox="0 0 950 ${a}" width="950" height="${a}" role="img" aria-label="${t}">
${i.join(`
`)}
</svg></div>
<figcaption>${n}</figcaption></figure>`}const columns={changed:{x:1,width:398,keepsEnd:!0},affected:{x:520,width:428}};function htmlAffected(e){let{dependents:t}=e;if(t.length===0)return``;let n=t.map(t=>{let[n=``,...r]=[dependentName(t),t.reason,dependentState(t,e),whyAffected(t),t.path].map(htmlText);return`<tr><th scope=row>${n}${r.map(e=>`<td>${e}`).join(``)}`}),r=within(12e4,n,e=>[`<tr><td colspan=5>and ${e} more, see the JSON report`]);return`<section aria-labelledby="affected"><h2 id="affected">Affected</h2>
${graphOf(e)}${htmlTable(`aria-label="Table of what is affected"`,{look:`scroll affected`,caption:`Objects that use a changed file`,heads:[`object`,`reason`,`request`,`why`,`file`]},r)}</section>`}function graphOf(e){let{dependents:t}=e,n=[...new Set(t.flatMap(({because:e})=>e.map(({path:e})=>e)))],r=Math.max(t.length,n.length);if(r>20)return``;let heightAt=(e,t)=>((e+.5)*r/t-.5)*52,i=new Map(n.map((e,t)=>[e,heightAt(t,n.length)])),a=[...i].map(([e,t])=>box(columns.changed,t,[e],`file`));return`${figure({region:`Picture of what is affected`,label:`Changed files and what they affect, as in the table`,caption:`changed file, affected object`},r,[...t.map((n,r)=>{let a=heightAt(r,t.length),o=n.because.map(({path:e})=>line(columns.changed,i.get(e)??0,columns.affected,a)),s=dependentRequest(n,e),c=[dependentName(n),`${n.reason}, ${dependentState(n,e)}`];return`${o.join(``)}${box(columns.affected,a,c,s===null?`open`:moodOf(s))}`}),...a])}\n`}const mostBytes$2=5e4;function commits(e,t){let{base:n,head:r}=e;if(r===null)return``;let short=e=>htmlText(e.slice(0,12)),i=htmlLink(commitUrl(t,r),short(r));return n===null||isEmptyTree(n)?i:`${i}, compared with ${htmlLink(compareUrl(t,n,r),short(n))}`}function facts(e,t){let{run:n,range:r,mapping:i,tool:a,exitCode:o}=e;return[[`repository`,r?.repo?htmlText(r.repo):null],[`branch`,r?.branch?htmlText(r.branch):null],[`commit`,r===null?null:commits(r,t)],[`range`,r===null?null:htmlText(rangeRuleText(r))],[`when`,`<time datetime="${htmlText(n.at)}">${htmlText(`${n.at.slice(0,19).replace(`T`,` `)} UTC`)}</time>`],[`who`,n.actor===null?null:htmlText(n.actor)],[`run`,n.id===null?null:htmlLink(n.url,htmlText(`${n.id}, attempt ${n.attempt}`))],[`mapping`,i===null?`none`:htmlText(i.path)],[`exit code`,String(o)],[`made by`,htmlText(`file-checkouts ${a}, ${e.command}`)]].filter(e=>e[1]!==null&&e[1]!==``)}function counts(e){let{leftOut:t}=e.counts,n=[...countsOf(e),...t===0?[]:[[`left out`,t]]];return n.length===0?``:`<ul class="counts">${n.map(([e,t])=>`<li><b>${t}</b> ${e}</li>`).join(``)}</ul>`}function errorBox({error:e}){return e===null?``:`<div class="error"><pre>${within(mostBytes$2,e.message.split(`
`).map(htmlText),e=>[`and ${e} more lines`]).join(`
`)}</pre><p>${htmlText(e.remedy)}</p></div>`}function verdict({requests:e,command:t,error:n,nothingToFile:r,counts:i,exitCode:a}){if(n!==null)return`The run was stopped.`;if(r!==null)return`Nothing to file: ${r}`;let o=e.filter(e=>!isSettled(e)).length,s=`${o} of ${e.length}`;if(o>0&&t===`plan`)return`${s} cannot be filed.`;if(o>0)return`${s} ${o===1?`needs`:`need`} attention.`;let c=e.filter(isHeld).length,l=c===0?``:` ${countedHave(c,`object`)} a request of another branch in the way.`;return t===`plan`?`A plan: nothing was filed.${l}`:a===0?e.length===0?`No requests; ${counted(i.leftOut,`file`)} left out.`:`Everything was filed.`:`Files were left out that should not be.`}function htmlTitle({range:e}){return htmlText([`Check-outs`,e?.repo??``,e?.branch??``].filter(e=>e!==``).join(` `))}function htmlHeading(e,t){let n=facts(e,t).map(([e,t])=>`<div><dt>${e}</dt><dd>${t}</dd></div>`);return`<header><h1>${htmlTitle(e)}</h1>
<p class="verdict ${e.exitCode===0?`good`:`bad`}">${htmlText(verdict(e))}</p>
${errorBox(e)}${counts(e)}
<dl>${n.join(`
`)}</dl></header>`}function htmlNotes({notices:e}){if(e.length===0)return``;let t=e.map(({message:e})=>`<li>${htmlText(e)}</li>`);return`<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>
${within(mostBytes$2,t,e=>[`<li>and ${e} more notes, see the JSON report</li>`]).join(`
`)}
</ul></section>`}function fileItem({path:e,previousPath:t}){return`<li>${htmlText(e)}${t===void 0?``:` (was ${htmlText(t)})`}</li>`}function reasonList(e,t){let n=within(6e4,t.map(fileItem),e=>[`<li>and ${e} more, see the JSON report</li>`]);return`<details${t.length>20?``:` open`}><summary>${htmlText(e)} (${t.length})</summary><ul>${n.join(`
`)}</ul></details>`}function htmlLeftOut(e){let t=leftOutByReason(e).map(([e,t])=>reasonList(e,t));return t.length===0?``:`<section aria-labelledby="left-out"><h2 id="left-out">Left out, and why</h2>
${within(25e4,t,e=>[`<p>and ${e} more reasons, see the JSON report</p>`]).join(`
`)}
</section>`}function fileOf(e,t){let n=e.previousPath===null?``:`<br>was ${htmlText(e.previousPath)}`;return htmlLink(t,htmlText(e.path))+n}function rowOf(e,{columns:t},n,r){let i=t.map(({is:t,textsOf:i})=>{let a=i(e).map(htmlText).join(`<br>`);return t===`lead`?`<th scope=row>${a}`:t===`file`?`<td>${fileOf(e,n.requests.length>1e3?null:requestUrl(e,n,r))}`:`<td>${a}`}),a=moodOf(e);return`<tr${a===`good`?``:` class=${a}`}>${i.join(``)}`}function waysOf(e){let t=planGroups(e.requests).map(({target:e,rest:t})=>`<li><b>${htmlText(e)}</b>${htmlText(t)}</li>`),n=within(2e4,t,e=>[`<li>and ${e} more targets</li>`]);return t.length===0?``:`<ul>${n.join(`
`)}</ul>\n`}function htmlRequests(e,t){if(e.requests.length===0)return``;let n=requestTable(e),r=n.rows.map(r=>rowOf(r,n,e,t)),i=n.columns.map(({head:e})=>e),a=within(14e5,r,e=>[`<tr><td colspan=${i.length}>and ${e} more requests, see the JSON report`]),o=e.requests.length===1?`the one request`:`the ${e.requests.length} requests`,s=`What ${n.isPlan?`would become`:`became`} of ${o}, worst first`;return`<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
${waysOf(e)}${htmlTable(`aria-labelledby="requests"`,{caption:s,heads:i},a)}</section>`}function pageStyle(e,t){return`
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
`}const htmlStyle=pageStyle(`80rem`,`.verdict { margin-bottom: 1rem; }
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
}`);function htmlReport(e,t){let n=createHash(`sha256`).update(htmlStyle).digest(`base64`),r=[htmlPicture(e),htmlRequests(e,t),htmlAffected(e),htmlLeftOut(e),htmlNotes(e)];return htmlPage({title:htmlTitle(e),policy:`style-src 'sha256-${n}'`,style:htmlStyle},htmlHeading(e,t),r)}function htmlPage({title:e,policy:t,style:n},r,i){return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${t}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${e}</title>
<style>${n}</style>
</head>
<body>
${r}
<main>
${i.filter(e=>e!==``).join(`
`)}
</main>
</body>
</html>
`}export{htmlLink,htmlPage,htmlReport,htmlText,pageStyle};