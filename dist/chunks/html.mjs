import{countsOf,dependentName,dependentRequest,dependentState,moodOf,objectText,pictureText,planGroups,within,worstFirst}from"./common.mjs";import{affectedColumns,commitUrl,compareUrl,comparedOf,htmlLink,htmlTable,htmlText,leftOutByReason,reasonTable,requestTable,requestUrl,restText,verdictText}from"./action.mjs";const {createHash}=process.getBuiltinModule("node:crypto");const columns={rfp:{x:1,width:150},request:{x:200,width:300},file:{x:550,width:398,keepsEnd:!0},changed:{x:1,width:398,keepsEnd:!0},affected:{x:520,width:428}};function fitting(e,t){let n=Math.floor((t.width-20)/7.8),r=Array.from(e);return r.length<=n?e:t.keepsEnd?`...${r.slice(3-n).join(``)}`:`${r.slice(0,n-3).join(``)}...`}function box(e,t,n,r){let i=n.map((t,r)=>`<text x="10" y="${n.length===1?25:17+16*r}">${htmlText(fitting(t,e))}</text>`),a=`width="${e.width}" height="40"`;return`<svg x="${e.x}" y="${t}" ${a}><g class="box ${r}"><rect x="1" y="1" width="${e.width-2}" height="38" rx="4"/>${i.join(``)}</g></svg>`}function line(e,t,n,r){let[i,a]=[e.x+e.width,n.x],o=(i+a)/2;return`<path d="M${i} ${t+20}C${o} ${t+20} ${o} ${r+20} ${a} ${r+20}"/>`}function rowOf({request:e,y:t}){let n=box(columns.file,t,[e.path],reasonTable[e.reason]===`removes`?`file gone`:`file`),r=box(columns.request,t,[pictureText(e),objectText(e)],moodOf(e));return`${line(columns.request,t,columns.file,t)}${r}${n}`}function rfpOf(e,t){let n=t.map(({y:e})=>e),r=(Math.min(...n)+Math.max(...n))/2;return`${t.map(e=>line(columns.rfp,r,columns.request,e.y)).join(``)}${box(columns.rfp,r,[e===null?`no RFP`:`RFP ${e}`],`rfp`)}`}function requestPicture(e){if(e.requests.length===0||e.requests.length>20)return``;let t=[...Map.groupBy(worstFirst(e.requests),({rfp:e})=>e||null).values()].flat().map((e,t)=>({request:e,y:t*52+4})),n=e.command===`plan`,r=[...Map.groupBy(t,({request:e})=>e.rfp||null)].map(([e,t])=>e===null&&n?``:rfpOf(e,t));return figure({region:`Picture of the run`,label:`RFPs, requests and files, as in the table`,caption:`RFP, request, file`},t.length,[...r,...t.map(rowOf)])}function affectedPicture(e){let{dependents:t}=e,n=[...new Set(t.flatMap(({because:e})=>e.map(({path:e})=>e)))],r=Math.max(t.length,n.length);if(r>20)return``;let heightAt=(e,t)=>((e+.5)*r/t-.5)*52,i=new Map(n.map((e,t)=>[e,heightAt(t,n.length)])),a=[...i].map(([e,t])=>box(columns.changed,t,[e],`file`));return figure({region:`Picture of what is affected`,label:`Changed files and what they affect, as in the table`,caption:`changed file, affected object`},r,[...t.map((n,r)=>{let a=heightAt(r,t.length),o=n.because.map(({path:e})=>line(columns.changed,i.get(e)??0,columns.affected,a)),s=dependentRequest(n,e),c=[dependentName(n),`${n.reason}, ${dependentState(n,e)}`];return`${o.join(``)}${box(columns.affected,a,c,s===null?`open`:moodOf(s))}`}),...a])}function figure({region:e,label:t,caption:n},r,i){let a=r*52;return`<figure><div class="scroll" tabindex="0" role="region" aria-label="${e}">
<svg viewBox="0 0 950 ${a}" width="950" height="${a}" role="img" aria-label="${t}">
${i.join(`
`)}
</svg></div>
<figcaption>${n}</figcaption></figure>`}function pageStyle(e,t){return`
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
}`),mostBytes={error:5e4,notes:5e4,targets:2e4,requests:14e5,affected:12e4,leftOut:25e4,ofReason:6e4};function htmlReport(e,t){let n=createHash(`sha256`).update(htmlStyle).digest(`base64`),r=htmlText([`Check-outs`,comparedOf(e)?.name??``].join(` `).trim()),i=within(mostBytes.notes,items(e.notices.map(({message:e})=>e)),restItem(` notes`)),a=[requestPicture(e),section(`requests`,`Requests`,requestParts(e,t)),section(`affected`,`Affected`,affectedParts(e)),section(`left-out`,`Left out, and why`,leftOutParts(e)),section(`notes`,`Notes`,i.length===0?[]:[`<ul>\n${i.join(`
`)}\n</ul>`])];return htmlPage({title:r,policy:`style-src 'sha256-${n}'`,style:htmlStyle},heading(r,e,t),a)}function htmlPage({title:e,policy:t,style:n},r,i){return`<!doctype html>
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
`}function section(e,t,n){return n.length===0?``:`<section aria-labelledby="${e}"><h2 id="${e}">${t}</h2>\n${n.join(`
`)}</section>`}const items=e=>e.map(e=>`<li>${htmlText(e)}</li>`),restItem=e=>t=>[`<li>${restText(t,e)}</li>`];function tableRow(e,t,n,r){return`<tr${n}>${t.map(({is:t,textsOf:n})=>t===`file`?`<td>${r(e)}`:`${t===`lead`?`<th scope=row>`:`<td>`}${n(e).map(htmlText).join(`<br>`)}`).join(``)}`}function requestParts(e,t){let{requests:n}=e;if(n.length===0)return[];let{isPlan:r,rows:i,columns:a}=requestTable(e),fileOf=r=>{let i=n.length>1e3?null:requestUrl(r,e,t),a=r.previousPath===null?``:`<br>was ${htmlText(r.previousPath)}`;return htmlLink(i,htmlText(r.path))+a},o=i.map(e=>{let t=moodOf(e);return tableRow(e,a,t===`good`?``:` class=${t}`,fileOf)}),rest=e=>[`<tr><td colspan=${a.length}>${restText(e,` requests`)}`],s=n.length===1?`the one request`:`the ${n.length} requests`,c=`What ${r?`would become`:`became`} of ${s}, worst first`,l=a.map(({head:e})=>e),u=planGroups(n).map(e=>`<li><b>${htmlText(e.target)}</b>${htmlText(e.rest)}</li>`),d=within(mostBytes.targets,u,e=>[`<li>and ${e} more targets</li>`]);return[...u.length===0?[]:[`<ul>${d.join(`
`)}</ul>`],htmlTable(`aria-labelledby="requests"`,{caption:c,heads:l},within(mostBytes.requests,o,rest))]}function affectedParts(e){let{dependents:t}=e;if(t.length===0)return[];let n=affectedColumns(e),r=t.map(e=>tableRow(e,n,``,({path:e})=>htmlText(e))),rest=e=>[`<tr><td colspan=${n.length}>${restText(e)}`],i={look:`scroll affected`,caption:`Objects that use a changed file`,heads:n.map(({head:e})=>e)},a=within(mostBytes.affected,r,rest),o=affectedPicture(e);return[...o===``?[]:[o],htmlTable(`aria-label="Table of what is affected"`,i,a)]}function leftOutParts(e){let t=leftOutByReason(e).map(([e,t])=>{let n=t.map(({path:e,previousPath:t})=>`${e}${t?` (was ${t})`:``}`),r=within(mostBytes.ofReason,items(n),restItem(``));return`<details${t.length>20?``:` open`}><summary>${htmlText(e)} (${t.length})</summary><ul>${r.join(`
`)}</ul></details>`});return within(mostBytes.leftOut,t,e=>[`<p>${restText(e,` reasons`)}</p>`])}function heading(e,t,n){let{error:r,counts:i,exitCode:a}=t,o=within(mostBytes.error,r?.message.split(`
`).map(htmlText)??[],e=>[`and ${e} more lines`]),s=r&&`<div class="error"><pre>${o.join(`
`)}</pre><p>${htmlText(r.remedy)}</p></div>`,c=[...countsOf(t),...i.leftOut===0?[]:[[`left out`,i.leftOut]]],l=`<ul class="counts">${c.map(([e,t])=>`<li><b>${t}</b> ${e}</li>`).join(``)}</ul>`,u=facts(t,n).map(([e,t])=>`<div><dt>${e}</dt><dd>${t}</dd></div>`);return`<header><h1>${e}</h1>
<p class="verdict ${a===0?`good`:`bad`}">${htmlText(verdictText(t))}</p>
${s??``}${c.length===0?``:l}
<dl>${u.join(`
`)}</dl></header>`}function facts(e,t){let{run:n,range:r,mapping:i,tool:a,exitCode:o,command:s}=e,c=comparedOf(e);return[[`repository`,r?.repo&&htmlText(r.repo)],[`branch`,r?.branch&&htmlText(r.branch)],[`commit`,c&&commits(c,t)],[`range`,c&&htmlText(c.why)],[`when`,`<time datetime="${htmlText(n.at)}">${htmlText(`${n.at.slice(0,19).replace(`T`,` `)} UTC`)}</time>`],[`who`,n.actor===null?null:htmlText(n.actor)],[`run`,n.id===null?null:htmlLink(n.url,htmlText(`${n.id}, attempt ${n.attempt}`))],[`mapping`,i===null?`none`:htmlText(i.path)],[`exit code`,String(o)],[`made by`,htmlText(`file-checkouts ${a}, ${s}`)]].filter(e=>!!e[1])}function commits({base:e,head:t},n){if(t===null)return``;let r=htmlLink(commitUrl(n,t),htmlText(t.slice(0,12)));return e===null?r:`${r}, compared with ${htmlLink(compareUrl(n,e,t),htmlText(e.slice(0,12)))}`}export{htmlPage,htmlReport,pageStyle};