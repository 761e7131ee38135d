import{dependentName,dependentRequest,isEmptyTree,isHeld,isSettled,objectText,whyAffected,worstFirst}from"./common.mjs";import{commitUrl,compareUrl,fileUrl,heldTexts,projectName,rfpText,within}from"./action.mjs";import{htmlLink,htmlTable,htmlText}from"./escape.mjs";import{countedHave}from"./start.mjs";import{createHash}from"node:crypto";function moodOf(request){let{outcome}=request;return isSettled(request)?`good`:outcome===`notAttempted`||outcome===`unknown`?`open`:`bad`}function lookOf(request){return isHeld(request)?`open`:moodOf(request)}const outcomeWords={notAttempted:`not attempted`,leftOut:`left out`};function outcomeWord(outcome){return outcomeWords[outcome]??outcome}function becameOf(request){let{outcome,action}=request;if(outcome!==`planned`)return outcomeWord(outcome);let doing=action===`none`?`nothing to do`:`to ${action??`create`}`;return isHeld(request)?`${doing}, held`:doing}function heldOf({requests}){let held=requests.filter(isHeld).length;return held===0?``:` ${countedHave(held,`object`)} a request of another branch in the way.`}function verdict(report){let{requests,command,error,nothingToFile,counts}=report;if(error!==null)return`The run was stopped.`;if(nothingToFile!==null)return`Nothing to file: ${nothingToFile}`;let failed=requests.filter(request=>moodOf(request)!==`good`).length;return failed>0?`${failed} of ${requests.length} requests ${command===`plan`?`cannot be filed`:`are not settled`}.`:command===`plan`?`A plan: nothing was filed.${heldOf(report)}`:report.exitCode===0?requests.length===0?`No requests; ${counts.leftOut} files left out.`:`Everything was filed.`:`Files were left out that should not be.`}const columns$1={rfp:{x:1,width:150},request:{x:200,width:300},file:{x:550,width:398,keepsEnd:!0}};function fitting(text,column){let most=Math.floor((column.width-20)/7.8),characters=Array.from(text);return characters.length<=most?text:column.keepsEnd===!0?`...${characters.slice(3-most).join(``)}`:`${characters.slice(0,most-3).join(``)}...`}function box(column,y,lines,look){let texts=lines.map((line,n)=>`<text x="10" y="${lines.length===1?25:17+16*n}">${htmlText(fitting(line,column))}</text>`),size=`width="${column.width}" height="40"`;return`<svg x="${column.x}" y="${y}" ${size}><g class="box ${look}"><rect x="1" y="1" width="${column.width-2}" height="38" rx="4"/>${texts.join(``)}</g></svg>`}function line(from,fromY,to,toY){let[x1,x2]=[from.x+from.width,to.x],middle=(x1+x2)/2;return`<path d="M${x1} ${fromY+20}C${middle} ${fromY+20} ${middle} ${toY+20} ${x2} ${toY+20}"/>`}function rowOf$1({request,y}){let{request:middle,file}=columns$1,number=request.objectId===null?``:` #${request.objectId}`,words=[`${becameOf(request)}${number}`,objectText(request)],isDelete=request.reason===`*DELETE`;return[line(middle,y,file,y),box(middle,y,words,lookOf(request)),box(file,y,[request.path],isDelete?`file gone`:`file`)].join(``)}function rfpOf(rfp,rows){let heights=rows.map(({y})=>y),y=(Math.min(...heights)+Math.max(...heights))/2;return`${rows.map(row=>line(columns$1.rfp,y,columns$1.request,row.y)).join(``)}${box(columns$1.rfp,y,[rfp===null?`no RFP`:`RFP ${rfp}`],`rfp`)}`}function htmlPicture(report){if(report.requests.length===0||report.requests.length>20)return``;let rows=[...Map.groupBy(worstFirst(report.requests),({rfp})=>rfp||null).values()].flat().map((request,n)=>({request,y:n*52+4})),isPlan=report.command===`plan`,rfps=[...Map.groupBy(rows,({request})=>request.rfp||null)].map(([rfp,of])=>rfp===null&&isPlan?``:rfpOf(rfp,of));return figure({region:`Picture of the run`,label:`RFPs, requests and files, as in the table`,caption:`RFP, request, file`},rows.length,[...rfps,...rows.map(rowOf$1)])}function figure({region,label,caption},rows,drawn){let height=rows*52;return`<figure><div class="scroll" tabindex="0" role="region" aria-label="${region}">
<svg viewBox="0 0 950 ${height}" width="950" height="${height}" role="img" aria-label="${label}">
${drawn.join(`
`)}
</svg></div>
<figcaption>${caption}</figcaption></figure>`}const columns={changed:{x:1,width:398,keepsEnd:!0},affected:{x:520,width:428}};function htmlAffected(report){let{dependents}=report;if(dependents.length===0)return``;let rows=dependents.map(one=>{let[name=``,...others]=[dependentName(one),one.reason,stateOf(one,report),whyAffected(one),one.path].map(htmlText);return`<tr><th scope=row>${name}${others.map(cell=>`<td>${cell}`).join(``)}`}),shown=within(12e4,rows,left=>[`<tr><td colspan=5>and ${left} more, see the JSON report`]);return`<section aria-labelledby="affected"><h2 id="affected">Affected</h2>
${graphOf(report)}${htmlTable(`aria-label="Table of what is affected"`,{look:`scroll affected`,caption:`Objects that use a changed file`,heads:[`object`,`reason`,`request`,`why`,`file`]},shown)}</section>`}function stateOf(dependent,report){let request=dependentRequest(dependent,report);return request===null?`not requested`:becameOf(request)}function graphOf(report){let{dependents}=report,changed=[...new Set(dependents.flatMap(({because})=>because.map(({path})=>path)))],rows=Math.max(dependents.length,changed.length);if(rows>20)return``;let heightAt=(n,count)=>((n+.5)*rows/count-.5)*52,heights=new Map(changed.map((path,n)=>[path,heightAt(n,changed.length)])),boxes=[...heights].map(([path,y])=>box(columns.changed,y,[path],`file`));return`${figure({region:`Picture of what is affected`,label:`Changed files and what they affect, as in the table`,caption:`changed file, affected object`},rows,[...dependents.map((one,n)=>{let y=heightAt(n,dependents.length),lines=one.because.map(({path})=>line(columns.changed,heights.get(path)??0,columns.affected,y)),request=dependentRequest(one,report),texts=[dependentName(one),`${one.reason}, ${stateOf(one,report)}`];return`${lines.join(``)}${box(columns.affected,y,texts,request===null?`open`:lookOf(request))}`}),...boxes])}\n`}const mostBytes$2=5e4;function commits(range,links){let{base,head}=range;if(head===null)return``;let short=oid=>htmlText(oid.slice(0,12)),commit=htmlLink(commitUrl(links,head),short(head));return base===null||isEmptyTree(base)?commit:`${commit}, compared with ${htmlLink(compareUrl(links,base,head),short(base))}`}function facts(report,links){let{run,range,mapping,tool,exitCode}=report;return[[`repository`,range?.repo?htmlText(range.repo):null],[`branch`,range?.branch?htmlText(range.branch):null],[`commit`,range===null?null:commits(range,links)],[`base chosen by`,range===null?null:htmlText(range.rule)],[`when`,`<time datetime="${htmlText(run.at)}">${htmlText(`${run.at.slice(0,19).replace(`T`,` `)} UTC`)}</time>`],[`who`,run.actor===null?null:htmlText(run.actor)],[`run`,run.id===null?null:htmlLink(run.url,htmlText(`${run.id}, attempt ${run.attempt}`))],[`mapping`,mapping===null?`none`:htmlText(mapping.path)],[`exit code`,String(exitCode)],[`made by`,htmlText(`file-checkouts ${tool}, ${report.command}`)]].filter(fact=>fact[1]!==null&&fact[1]!==``)}function counts(report){let some=Object.entries(report.counts).filter(([,count])=>count>0);return some.length===0?``:`<ul class="counts">${some.map(([name,count])=>`<li><b>${count}</b> ${outcomeWord(name)}</li>`).join(``)}</ul>`}function errorOf({error}){return error===null?``:`<div class="error"><pre>${within(mostBytes$2,error.message.split(`
`).map(htmlText),left=>[`and ${left} more lines`]).join(`
`)}</pre><p>${htmlText(error.remedy)}</p></div>`}function htmlTitle({range}){return htmlText([`Check-outs`,range?.repo??``,range?.branch??``].filter(part=>part!==``).join(` `))}function htmlHeading(report,links){let list=facts(report,links).map(([name,html])=>`<div><dt>${name}</dt><dd>${html}</dd></div>`);return`<header><h1>${htmlTitle(report)}</h1>
<p class="verdict ${report.exitCode===0?`good`:`bad`}">${htmlText(verdict(report))}</p>
${errorOf(report)}${counts(report)}
<dl>${list.join(`
`)}</dl></header>`}function htmlNotes({notices}){if(notices.length===0)return``;let items=notices.map(({message})=>`<li>${htmlText(message)}</li>`);return`<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>
${within(mostBytes$2,items,left=>[`<li>and ${left} more notes, see the JSON report</li>`]).join(`
`)}
</ul></section>`}function fileOf$1({path,previousPath}){return`<li>${htmlText(path)}${previousPath===void 0?``:` (was ${htmlText(previousPath)})`}</li>`}function reasonOf(why,files){let items=within(6e4,files.map(fileOf$1),left=>[`<li>and ${left} more, see the JSON report</li>`]);return`<details${files.length>20?``:` open`}><summary>${htmlText(why)} (${files.length})</summary><ul>${items.join(`
`)}</ul></details>`}function htmlLeftOut(report){if(report.leftOut.length===0)return``;let parts=[...Map.groupBy(report.leftOut,({why})=>why)].map(([why,files])=>reasonOf(why,files));return`<section aria-labelledby="left-out"><h2 id="left-out">Left out, and why</h2>
${within(25e4,parts,left=>[`<p>and ${left} more reasons, see the JSON report</p>`]).join(`
`)}
</section>`}function saidOf(request,report){let said=moodOf(request)===`good`&&request.outcome!==`withdrawn`?request.warnings:[request.msg??``,request.remedy??``,...request.warnings];return[...heldTexts(request,report),...said].filter(text=>text!==``).map(htmlText).join(`<br>`)}function fileOf(request,url){let was=request.previousPath===null?``:`<br>was ${htmlText(request.previousPath)}`;return htmlLink(url,htmlText(request.path))+was}function urlOf(request,report,links){let head=report.range?.head,isThere=request.reason!==`*DELETE`&&request.pathBase64===void 0;return!head||!isThere||report.requests.length>1e3?null:fileUrl(links,head,request.path)}function planCells(request,isPlan){return isPlan?[request.attr??``,projectName(request)].map(htmlText):[]}function rowOf(request,report,links,isPlan){let cells=[htmlText(request.reason),htmlText(objectText(request)),...planCells(request,isPlan),request.objectId??``,request.outcome===`planned`?htmlText(rfpText(request)):request.rfp||``,fileOf(request,urlOf(request,report,links)),saidOf(request,report)];return`<tr${lookOf(request)===`good`?``:` class=${lookOf(request)}`}><th scope=row>${becameOf(request)}${cells.map(cell=>`<td>${cell}`).join(``)}`}function htmlRequests(report,links){if(report.requests.length===0)return``;let isPlan=report.requests.some(({outcome})=>outcome===`planned`),rows=worstFirst(report.requests).map(request=>rowOf(request,report,links,isPlan)),heads=[`outcome`,`reason`,`object`,...isPlan?[`attribute`,`project`]:[],`request`,`RFP`,`file`,`what was said`],look=isPlan?`scroll plan`:`scroll`,shown=within(14e5,rows,left=>[`<tr><td colspan=${heads.length}>and ${left} more requests, see the JSON report`]),which=report.requests.length===1?`the one request`:`the ${report.requests.length} requests`;return`<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
${htmlTable(`aria-labelledby="requests"`,{look,caption:`What became of ${which}, worst first`,heads},shown)}</section>`}const htmlStyle=`
:root { color-scheme: light dark; --ground: #fff; --raised: #f4f6f8; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de;
  --link: #0550ae; --bad: #a40e26; --open: #7d4e00; --good: #116329; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --raised: #161b22; --text: #e6edf3; --quiet: #9da7b1; --line: #3d444d;
    --link: #79c0ff; --bad: #ff9492; --open: #e3b341; --good: #7ee787; }
}
body { margin: 0 auto; padding: 1rem; max-width: 80rem; background: var(--ground); color: var(--text);
  font: 0.9375rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
.verdict { margin: 0.3rem 0 1rem; font-size: 1.1rem; font-weight: 600; overflow-wrap: anywhere; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.error { border-left: 4px solid var(--bad); padding-left: 1rem; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; padding: 0; list-style: none; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.6rem 1.5rem; margin: 0; }
dt, caption, figcaption { color: var(--quiet); font-size: 0.85rem; text-align: left; }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 2rem 0 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.25rem 0.6rem 0.25rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-size: 0.85rem; border: 0; }
tbody th { font-weight: 600; white-space: nowrap; }
td:nth-child(n + 6) { min-width: 14rem; overflow-wrap: anywhere; }
td:nth-child(3) { min-width: 13rem; overflow-wrap: anywhere; }
.plan td:nth-child(n + 4):nth-child(-n + 7) { min-width: 0; overflow-wrap: normal; }
.plan td:nth-child(7) { min-width: 5.5rem; }
.plan td:nth-child(n + 8) { min-width: 14rem; overflow-wrap: anywhere; }
.affected td:nth-child(3) { min-width: 0; white-space: nowrap; }
.affected :is(tbody th, td:nth-child(n + 4)) { min-width: 11rem; white-space: normal; overflow-wrap: anywhere; }
tr.bad { color: inherit; }
tr.bad th { color: var(--bad); }
tr.open th { color: var(--open); }
summary { cursor: pointer; overflow-wrap: anywhere; }
li { overflow-wrap: anywhere; }
svg path { fill: none; stroke: var(--quiet); }
svg rect { fill: var(--raised); stroke: var(--line); }
svg text { fill: var(--text); font: 13px ui-monospace, monospace; }
svg .bad rect { stroke: var(--bad); stroke-width: 2; }
svg .open rect { stroke: var(--open); stroke-width: 2; stroke-dasharray: 6 3; }
svg .good rect { stroke: var(--good); }
svg .gone text { text-decoration: line-through; }
@media print {
  body { max-width: none; padding: 0; font-size: 9pt; }
  .scroll { overflow: visible; }
  figure svg { width: 100%; height: auto; }
  thead { display: table-header-group; }
  tr, figure { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;function htmlReport(report,links){let styleHash=createHash(`sha256`).update(htmlStyle).digest(`base64`),parts=[htmlPicture(report),htmlRequests(report,links),htmlAffected(report),htmlLeftOut(report),htmlNotes(report)];return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlTitle(report)}</title>
<style>${htmlStyle}</style>
</head>
<body>
${htmlHeading(report,links)}
<main>
${parts.filter(part=>part!==``).join(`
`)}
</main>
</body>
</html>
`}export{htmlReport};