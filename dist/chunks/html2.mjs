import{commitUrl,within}from"./action.mjs";import{htmlLink,htmlText}from"./escape.mjs";import{escapeText,shorten}from"./start.mjs";import{asFarAs,askedText,callNote,callText,countsText,filedBy,labelsOf,nothingText,objectText,remarkText,runText,sharedText,sinceText,timeText,waiting,warningsOf,worstRecords}from"./status-words.mjs";const {createHash}=process.getBuiltinModule("node:crypto");const {readFileSync}=process.getBuiltinModule("node:fs");const shown=e=>escapeText(shorten(e,300));var Places=class{list=[];#e=/* @__PURE__ */ new Map;of(e,t){let n=this.#e.get(e);if(n!==void 0)return[n,0];let r=t();return this.#e.set(e,this.list.length),this.list.push(r),[this.list.length-1,Buffer.byteLength(JSON.stringify(r))+1]}};function pageData(e){let t=new Places,n=new Places,r=[],i=6e6;for(let a of e.requests){let[o]=t.of(a.reason,()=>a.reason),[s,c]=n.of(filingKey(a),()=>[shown(filedBy(a)),timeText(a.at),a.commit]),l=remarkText(e,a),{objectId:u,rfp:d,record:f,path:p}=a,m=[u,o,shown(objectText(a)),d,f,shown(p),s];if(r.push(l===``?m:[...m,l]),i-=c+Buffer.byteLength(JSON.stringify(m))+l.length+1,i<0)break}return{branches:labelsOf(e).map(shown),reasons:t.list,filings:n.list,rows:r}}function filingKey({user:e,account:t,run:n,commit:r,at:i}){return JSON.stringify([e,t,n,r,i])}function dataText(e,t){return JSON.stringify({...e,commitUrl:t}).replaceAll(`<`,`\\u003c`)}const mostBytes=25e4,pageFile=e=>readFileSync(new URL(`./status-page/${e}`,import.meta.url),`utf8`),hashOf=e=>`'sha256-${createHash(`sha256`).update(e).digest(`base64`)}'`;function table(e,t,n,r=`cards`){let i=e.toLowerCase().replaceAll(` `,`-`);return n.length===0?``:`<section aria-labelledby="${i}"><h2 id="${i}">${e} (${n.length})</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${i}"><table class="${r}">
<thead><tr>${t.map(e=>`<th scope="col">${e}</th>`).join(``)}</tr></thead>
<tbody>
${within(mostBytes,n,e=>[`<tr><td colspan=${t.length}>and ${e} more: see --format json`]).join(`
`)}
</tbody></table></div></section>`}function rowOf([e=``,...t],n=[]){return`<tr><th scope=row>${e}${t.map((e,t)=>`<td${n.includes(t+1)?` class=wide`:``}>${e}`).join(``)}`}function commitLink(e,t){return htmlLink(commitUrl(e,t),htmlText(t.slice(0,12)))}function troubles(e,t,n){let labelOf=({record:e})=>htmlText(t[e]??``),r=e.unanswered.map(e=>{let t=htmlText(objectText(e));return rowOf([callText(e),htmlText(e.reason),t,labelOf(e),htmlText(e.path),htmlText(callNote(e))],[3,4])}),i=e.open.map(e=>{let t=htmlText(objectText(e));return rowOf([htmlText(e.outcome),htmlText(e.reason),t,labelOf(e),htmlText(e.path),htmlText(sinceText(e)),htmlText(e.why)],[3,4,5,6])}),a=e.runs.map(e=>rowOf([htmlText(e.run),labelOf(e),commitLink(n,e.commit),htmlText(runText(e))],[1,3])),o=[`reason`,`object`,`branch`,`file`];return[table(`Without an answer`,[`call`,...o,`note`],r),table(`Still open`,[`outcome`,...o,`since`,`why`],i),table(`Runs`,[`run`,`branch`,`commit`,`state`],a)]}function branches(e,t){return e.records.length<2?``:table(`Branches`,[`branch`,`requests`,`open`,`no answer`,`runs`],worstRecords(e).map(n=>{let{requests:r=0,open:i=0,unanswered:a=0,runs:o=0}=e.records[n]?.counts??{};return rowOf([htmlText(t[n]??``),r,i,a,o])}),`counts`)}function requestRow(e,{branches:t,reasons:n,filings:r},i){let[a,o,s,c,l,u,d,f=``]=e,[p=``,m=``,h=``]=r[d]??[],g=[n[o]??``,s,c===0?``:String(c),t[l]??``,u,p,m];return rowOf([a??`?`,...g.map(htmlText),commitLink(i,h),htmlText(f)])}function requests(e,t){if(e.requests.length===0)return``;let n=pageData(e),r=n.rows.slice(0,200).map(e=>requestRow(e,n,t)),{length:i}=n.rows,a=e.requests.length;return`<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${a})</h2>${i===a?``:`<p>The first ${i} of ${a} requests are on this page: narrow it with --branch, --paths or --user.</p>`}${i>r.length?`<p id="plain">Without scripts the first ${r.length} of them stand here.</p>`:``}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${n.branches.map((e,t)=>`<option value=${t}>${htmlText(e)}`).join(``)}</select></label></form>
<p id="found" class="quiet" role="status"></p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="all"><table class="cards">
<thead><tr id="heads">${[`request`,`reason`,`object`,`RFP`,`branch`,`file`,`filed`,`when`,`commit`,`note`].map(e=>`<th scope="col">${e}</th>`).join(``)}</tr></thead>
<tbody id="rows">
${r.join(`
`)}
</tbody></table></div>
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${dataText(n,webUrl(commitUrl(t,``)))}<\/script>
<script type="module">${pageFile(`status.js`)}<\/script></section>`}function webUrl(e){return e!==null&&/^https?:\/\//.test(e)?e:null}function heading(e){let t=askedText(e),n=warningsOf(e).map(e=>`<li>${htmlText(e)}</li>`),r=within(mostBytes,n,e=>[`<li>and ${e} more</li>`]),i=nothingText(e);return`<header><h1>Check-outs that are open</h1>
<p class="verdict ${waiting(e)===0?`good`:`bad`}">${htmlText(i??countsText(e))}</p>
${t===``||i!==null?``:`<p>Only ${htmlText(t)}.</p>`}
<p>${htmlText(sharedText(e))}</p>
<p class="quiet">${timeText(e.at)}, file-checkouts ${htmlText(e.tool)}. ${asFarAs}</p>
${r.length===0?``:`<ul>${r.join(`
`)}</ul>`}</header>`}function htmlStatus(e,t){let[n,r]=[pageFile(`status.css`),pageFile(`status.js`)],i=`default-src 'none'; style-src ${hashOf(n)}; script-src ${hashOf(r)}; base-uri 'none'; form-action 'none'`,a=labelsOf(e),o=[...troubles(e,a,t),branches(e,a),requests(e,t)];return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${i}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Check-outs that are open</title>
<style>${n}</style>
</head>
<body>
${heading(e)}
<main>
${o.filter(e=>e!==``).join(`
`)}
</main>
</body>
</html>
`}export{htmlStatus};