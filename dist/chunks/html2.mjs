import{commitUrl,within}from"./action.mjs";import{htmlLink,htmlText}from"./escape.mjs";import{escapeText,shorten}from"./start.mjs";import{asFarAs,askedText,callNote,callText,countsText,filedBy,labelsOf,nothingText,objectText,remarkText,runText,sharedText,sinceText,timeText,waiting,warningsOf,worstRecords}from"./status-words.mjs";import{createHash}from"node:crypto";import{readFileSync}from"node:fs";const shown=text=>escapeText(shorten(text,300));var Places=class{list=[];#places=/* @__PURE__ */ new Map;of(key,entry){let known=this.#places.get(key);if(known!==void 0)return[known,0];let made=entry();return this.#places.set(key,this.list.length),this.list.push(made),[this.list.length-1,Buffer.byteLength(JSON.stringify(made))+1]}};function pageData(status){let reasons=new Places,filings=new Places,rows=[],left=6e6;for(let request of status.requests){let[reason]=reasons.of(request.reason,()=>request.reason),[filing,bytes]=filings.of(filingKey(request),()=>[shown(filedBy(request)),timeText(request.at),request.commit]),remark=remarkText(request),{objectId,rfp,record,path}=request,row=[objectId,reason,shown(objectText(request)),rfp,record,shown(path),filing];if(rows.push(remark===``?row:[...row,remark]),left-=bytes+Buffer.byteLength(JSON.stringify(row))+remark.length+1,left<0)break}return{branches:labelsOf(status).map(shown),reasons:reasons.list,filings:filings.list,rows}}function filingKey({user,account,run,commit,at}){return JSON.stringify([user,account,run,commit,at])}function dataText(data,commitUrl){return JSON.stringify({...data,commitUrl}).replaceAll(`<`,`\\u003c`)}const mostBytes=25e4,pageFile=name=>readFileSync(new URL(`./status-page/${name}`,import.meta.url),`utf8`),hashOf=text=>`'sha256-${createHash(`sha256`).update(text).digest(`base64`)}'`;function table(title,heads,rows,look=`cards`){let id=title.toLowerCase().replaceAll(` `,`-`);return rows.length===0?``:`<section aria-labelledby="${id}"><h2 id="${id}">${title} (${rows.length})</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="${look}">
<thead><tr>${heads.map(head=>`<th scope="col">${head}</th>`).join(``)}</tr></thead>
<tbody>
${within(mostBytes,rows,more=>[`<tr><td colspan=${heads.length}>and ${more} more: see --format json`]).join(`
`)}
</tbody></table></div></section>`}function rowOf([first=``,...cells],wide=[]){return`<tr><th scope=row>${first}${cells.map((cell,n)=>`<td${wide.includes(n+1)?` class=wide`:``}>${cell}`).join(``)}`}function commitLink(links,commit){return htmlLink(commitUrl(links,commit),htmlText(commit.slice(0,12)))}function troubles(status,labels,links){let labelOf=({record})=>htmlText(labels[record]??``),calls=status.unanswered.map(call=>{let object=htmlText(objectText(call));return rowOf([callText(call),htmlText(call.reason),object,labelOf(call),htmlText(call.path),htmlText(callNote(call))],[3,4])}),open=status.open.map(change=>{let object=htmlText(objectText(change));return rowOf([htmlText(change.outcome),htmlText(change.reason),object,labelOf(change),htmlText(change.path),htmlText(sinceText(change)),htmlText(change.why)],[3,4,5,6])}),runs=status.runs.map(run=>rowOf([htmlText(run.run),labelOf(run),commitLink(links,run.commit),htmlText(runText(run))],[1,3])),heads=[`reason`,`object`,`branch`,`file`];return[table(`Without an answer`,[`call`,...heads,`note`],calls),table(`Still open`,[`outcome`,...heads,`since`,`why`],open),table(`Runs`,[`run`,`branch`,`commit`,`state`],runs)]}function branches(status,labels){return status.records.length<2?``:table(`Branches`,[`branch`,`requests`,`open`,`no answer`,`runs`],worstRecords(status).map(n=>{let{requests=0,open=0,unanswered=0,runs=0}=status.records[n]?.counts??{};return rowOf([htmlText(labels[n]??``),requests,open,unanswered,runs])}),`counts`)}function requestRow(row,{branches,reasons,filings},links){let[number,reason,object,rfp,branch,path,filing,remark=``]=row,[who=``,when=``,commit=``]=filings[filing]??[],texts=[reasons[reason]??``,object,rfp===0?``:String(rfp),branches[branch]??``,path,who,when];return rowOf([number??`?`,...texts.map(htmlText),commitLink(links,commit),htmlText(remark)])}function requests(status,links){if(status.requests.length===0)return``;let data=pageData(status),rows=data.rows.slice(0,200).map(row=>requestRow(row,data,links)),{length}=data.rows,all=status.requests.length;return`<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${all})</h2>${length===all?``:`<p>The first ${length} of ${all} requests are on this page: narrow it with --branch, --paths or --user.</p>`}${length>rows.length?`<p id="plain">Without scripts the first ${rows.length} of them stand here.</p>`:``}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${data.branches.map((branch,n)=>`<option value=${n}>${htmlText(branch)}`).join(``)}</select></label></form>
<p id="found" class="quiet" role="status"></p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="all"><table class="cards">
<thead><tr id="heads">${[`request`,`reason`,`object`,`RFP`,`branch`,`file`,`filed`,`when`,`commit`,`note`].map(head=>`<th scope="col">${head}</th>`).join(``)}</tr></thead>
<tbody id="rows">
${rows.join(`
`)}
</tbody></table></div>
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${dataText(data,webUrl(commitUrl(links,``)))}<\/script>
<script type="module">${pageFile(`status.js`)}<\/script></section>`}function webUrl(url){return url!==null&&/^https?:\/\//.test(url)?url:null}function heading(status){let asked=askedText(status),warnings=warningsOf(status).map(line=>`<li>${htmlText(line)}</li>`),shown=within(mostBytes,warnings,left=>[`<li>and ${left} more</li>`]),nothing=nothingText(status);return`<header><h1>Check-outs that are open</h1>
<p class="verdict ${waiting(status)===0?`good`:`bad`}">${htmlText(nothing??countsText(status))}</p>
${asked===``||nothing!==null?``:`<p>Only ${htmlText(asked)}.</p>`}
<p>${htmlText(sharedText(status))}</p>
<p class="quiet">${timeText(status.at)}, file-checkouts ${htmlText(status.tool)}. ${asFarAs}</p>
${shown.length===0?``:`<ul>${shown.join(`
`)}</ul>`}</header>`}function htmlStatus(status,links){let[style,script]=[pageFile(`status.css`),pageFile(`status.js`)],policy=`default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`,labels=labelsOf(status),parts=[...troubles(status,labels,links),branches(status,labels),requests(status,links)];return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Check-outs that are open</title>
<style>${style}</style>
</head>
<body>
${heading(status)}
<main>
${parts.filter(text=>text!==``).join(`
`)}
</main>
</body>
</html>
`}export{htmlStatus};