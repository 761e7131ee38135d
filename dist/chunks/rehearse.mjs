import{formatCount}from"./common.mjs";import{Problem,buildSurroundings,defaultMappingFile,escapeText,ignoreGitFailure,withDefaults}from"./start.mjs";import{formatTextReport}from"./action.mjs";import{createAuthenticator,demoSite,readSite,startService}from"./demo.mjs";import{readNamedFile}from"./named-files.mjs";import{openRepository,run}from"./run.mjs";import{listTracked}from"./tracked.mjs";import{compileMapping,findBranchRule,loadMapping,readMappingText}from"./planning.mjs";import{buildSiteOfMapping,createSandbox,formatMadeUp,formatUnlinked,listChangedPaths,listFirstParentCommits,madeUser,pushFiles,selectLinkedBranches}from"./site-of-mapping.mjs";const {basename,join,resolve}=process.getBuiltinModule("node:path");const {once}=process.getBuiltinModule("node:events");const {writeFileSync}=process.getBuiltinModule("node:fs");function filePush(e,t,{script:n,url:r,...i}){let{env:a,log:o}=i,{mapping:s,token:c,sandbox:l,repositoryName:u,defaultBranch:d}=n,f={host:`github`,run:{id:String(1e3+t),attempt:1,url:null,actor:`rehearsal`},repository:{name:u,fullName:`rehearsal/${u}`,url:null,defaultBranch:d},happening:{kind:`push`,...e}},p={"max-requests":1e9,"max-deletes":1e9};return run({...i,command:`file`,options:withDefaults({...p,mapping:s,"repo-dir":l.workDir,url:r,ledger:`require`}),...buildSurroundings(f,a),proxyEnv:{},token:c,gitToken:void 0,cwd:l.workDir,onDefect:e=>o.notice(e instanceof Error?e.stack??e.message:String(e))})}async function createReplayScript(e,t,n){let{cwd:r,env:i}=n,a=resolve(r,e[`repo-dir`]);using o=await openRepository({repoDir:a,env:i}),s=new DisposableStack;let c=s.use(await createSandbox(n,{repoDir:a})),l=await readMappingText(e.mapping??join(a,`.file-checkouts.yml`),r,o);if(l===null)throw Error(`a mapping that is named is read, or reading it throws`);let u=compileMapping(loadMapping(l.text,l.name)),d=(await c.remote(`symbolic-ref`,`--short`,`HEAD`).catch(ignoreGitFailure)).trim();if(d===``)throw new Problem(`usage`,`${a} has no branch checked out`,`Check a branch out first.`);let f=await listFirstParentCommits(c.remote,e.last),p=f.at(-1)?.oid;if(p===void 0)throw new Problem(`usage`,`${a} has no commits`,`Name a repository with commits.`);let m=findBranchRule(u,d);if(m===null)throw new Problem(`mapping`,`the mapping has no rule for branch ${d}`,`Add a branch rule for ${d}.`);let h=u.mapping.repo??basename(a,`.git`),g=(await listTracked(o,p)).map(({path:e})=>e.text),_=[.../* @__PURE__ */ new Set([...g,...await listChangedPaths(c.remote,f.length,p)])],v=t===null?selectLinkedBranches(e.linked,[d]):[],y=t??createSetting({mapping:u,repo:h,branches:[{name:d,match:m}],examples:[],paths:_,linked:v}),b=`${formatCount(f.length,`push`,`pushes`)} to ${d} of ${h}`,x=f.map(({oid:e,parent:t,subject:n})=>({title:`${e.slice(0,12)} ${n}`,push:async()=>(await c.remote(`update-ref`,`refs/heads/${d}`,e),{branch:d,before:t,after:e})})),S=join(c.workDir,`.git`,`file-checkouts-mapping.yml`);return writeFileSync(S,l.text),s.move(),{...y,what:b,sandbox:c,repositoryName:h,defaultBranch:d,mapping:S,steps:x}}function createSetting(e){let{site:t,madeUp:n}=buildSiteOfMapping(e);return{site:t,token:madeUser.token,at:`at a site that is made from the mapping`,about:formatMadeUp(n),advice:formatUnlinked(n.unlinked)}}const texts=`dcl-c title 'Order entry';
`,customers=`     A          R CUSTR
     A            CUSTNO         7P 0
     A            CUSTNAME      40A
`,search=`**free
// Search in orders
ctl-opt nomain;
dcl-proc searchOrders export;
end-proc;
`;async function createSampleScript(e){let t=await createSandbox(e,{branch:`main`}),n=/* @__PURE__ */ new Map,createStep=(e,r,i,a)=>({title:e,push:async()=>{let e=n.get(r)??null;e===null&&n.size>0&&await t.work(`checkout`,`--quiet`,`-b`,r);let o=await pushFiles(t,r,i,a);return n.set(r,o),{branch:r,before:e,after:o}}}),r={[defaultMappingFile]:`version: 1
repo: ORDERS
branches:
  - branch: main
    appl: ORD
    lvl: 50
  - branch: "feature/**"
    appl: ORD
    lvl: 10
    creq: "*NO"
rfp: per-push
dependents: request # recompile what uses a changed file
rules:
  - match: { gpath: QRPGLESRC, gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { gpath: "QRPGLESRC/**", gfile: "*.SQLRPGLE" }
    request: {} # attr and objt left out: the service derives them
  - match: { gpath: QDDSSRC, gfile: "*.PF" }
    request: { attr: PF, objt: "*FILE" }
  - match: { path: "web/**" }
    request: { attr: WEBF, objt: "*IFS" }
  - match: { gpath: QCPYLESRC }
    skip: copy member
  - match: { path: ["README.md", ".file-checkouts.yml"] }
    skip: not a source file
pipe: { pipe: JENKINS1, pipa: PIPE }
`,"README.md":`# Orders
`,"QRPGLESRC/ORD100.PGM.RPGLE":`**free
// Order entry
ctl-opt dftactgrp(*no);
/copy QCPYLESRC,ORDTEXTS
dsply title;
*inlr = *on;
`,"QRPGLESRC/ORD900.PGM.RPGLE":`**free
// Old order list
dsply 'Old order list';
*inlr = *on;
`,"QCPYLESRC/ORDTEXTS.RPGLEINC":texts,"QDDSSRC/CUST.PF":customers,"web/index.html":`<!doctype html>
<title>Orders</title>
`},i=`feature/search`,a=[createStep(`an import into main`,`main`,`Import the order application`,r),createStep(`a feature branch that is linked to project CUST, task 12, subtask 1`,i,`Search in orders`,{"QRPGLESRC/ORDSRCH.SQLRPGLE":search,"QDDSSRC/CUST.PF":`${customers}     A            CUSTCITY      30A\n`}),createStep(`a change to files that are filed already`,i,`Search by city`,{"QRPGLESRC/ORDSRCH.SQLRPGLE":search.replace(`end-proc`,`  // by name and city
end-proc`),"QDDSSRC/CUST.PF":`${customers}     A            CUSTCITY      40A\n`}),createStep(`a push with a move and a delete`,i,`Move the search, drop the old list`,{"QRPGLESRC/ORDSRCH.SQLRPGLE":null,"QRPGLESRC/SEARCH/ORDSRCH.SQLRPGLE":search.replace(`end-proc`,`  // by name and city
end-proc`),"QRPGLESRC/ORD900.PGM.RPGLE":null}),createStep(`a change to a copy member alone: the program that uses it is recompiled`,i,`Longer title`,{"QCPYLESRC/ORDTEXTS.RPGLEINC":texts.replace(`entry`,`entry by customer`)})];return{what:`a sample repository (--repo-dir DIR rehearses your own)`,site:demoSite,token:`demo-token`,at:`at a simulated service`,about:[],advice:[],sandbox:t,repositoryName:`ORDERS`,defaultBranch:`main`,steps:a}}async function runRehearseCommand(e,t){let{asGiven:n,signal:r}=e,i=n[`repo-dir`]===void 0&&n.site===void 0,a=await createScript(i,e);using o=a.sandbox;let s=await startService({site:a.site,db:`:memory:`,port:0}),c={...e,log:t.log,script:a,url:s.url},l=0,u=!1;t.out(formatSection(`rehearsal: ${a.what}, ${a.at}`,a.about));try{for(let[e,n]of a.steps.entries()){if(r.aborted)break;let i=await filePush(await n.push(),e+1,c),o=`push ${e+1} of ${a.steps.length}: ${n.title}`;t.out(`${formatSection(o,[])}${formatTextReport(i)}`),l=Math.max(l,i.exitCode),u||=i.requests.some(({outcome:e})=>e===`rejected`)}t.out(`\n=== ${formatHoldings(s,i)}`),u&&a.advice.length>0&&t.out(formatSection(`requests were refused`,a.advice)),n.open===!0&&!r.aborted&&(t.out(`\n=== the service is still running: look at ${s.url}/ and end it with Ctrl-C\n`),await once(r,`abort`))}finally{await s.close()}return l}function createScript(e,{asGiven:t,token:n,...r}){let{site:i,linked:a,last:o,mapping:s}=t;if(e){if(o===void 0&&s===void 0&&a===void 0)return createSampleScript(r);throw new Problem(`usage`,`rehearse needs a repository`,`Give --repo-dir DIR; without it the sample is played.`)}if(i!==void 0&&a!==void 0){let e=`Link them in ${i}: branches of the repository.`;throw new Problem(`usage`,`--linked is for a site that is made from the mapping`,e)}return createReplayScript(withDefaults(t),i===void 0?null:readOwnSite(i,n),r)}function formatSection(e,t){return`\n=== ${[e,...t].map(escapeText).join(`
`)}\n`}function formatServiceRequest(e){let{objectId:t,appl:n,lvl:r,objn:i,objt:a,attr:o,rsn:s,status:c,lock:l,rfp:u,repo:d,branch:f,gpath:p,gfile:m}=e,h=[e.proj,e.task||``,e.stsk||``].filter(e=>e!==``).join(`/`),g=m?` from ${d} ${f} ${p?`${p}/`:``}${m}`:``,_=a===`*PIPE`&&!m?` (created by the service, to notify the pipeline about the RFP)`:``;return`  #${t} ${s} ${n}/${r} ${i} ${a} ${o} status ${c} lock ${l}${`${u?` RFP ${u}`:``}${h?` project ${h}`:``}`}${g}${_}`}function formatAttachments(e,t){let n=e.inspectContent(t).map(({filename:e,bytes:t})=>{let n=Buffer.from(t).toString(`utf8`).split(/\r?\n/).slice(0,12);return[`     attached ${e} (${t.length} bytes):`,...n.map(e=>`     | ${e}`)].join(`
`)});return[...new Set(n)].flatMap(e=>e.split(`
`))}function formatHoldings(e,t){let{requests:n,rfps:r,attachments:i,transactions:a}=e.inspect(),o=[`what the service holds: ${`${formatCount(n.length,`request`)}, ${formatCount(r.length,`RFP`)}, ${formatCount(i.length,`attachment`)}, ${formatCount(a.length,`transaction`)}`}`];for(let r of n.slice(0,60))o.push(formatServiceRequest(r),...t?formatAttachments(e,r.objectId):[]);n.length>60&&o.push(`  and ${n.length-60} more requests`);for(let e of r.slice(0,60))o.push(`  RFP ${e.rfp} ${e.appl}/${e.lvl} "${e.rfpd}": ${formatCount(e.requests.length,`request`)}`);return`${o.map(escapeText).join(`
`)}\n`}function readOwnSite(e,t){let n=readSite(readNamedFile(`site`,e),e),r=n.users.find(e=>e.token!==void 0&&e.addRequest===!0),i=t===void 0?r:createAuthenticator(n)(`Bearer ${t}`),a=t??r?.token;if(t!==void 0&&!i)throw new Problem(`usage`,`the token in FILE_CHECKOUTS_TOKEN belongs to no user of ${e}`,`Set it to the token of one of them, or unset it: then the first user with a token in clear files.`);if(!i||a===void 0){let t=`no user of ${e} has both \`addRequest: true\` and a \`token\` in clear`;throw new Problem(`usage`,t,`Set FILE_CHECKOUTS_TOKEN to the token of one of its users.`)}let o=`the first in ${e} with addRequest and a token; FILE_CHECKOUTS_TOKEN chooses another`,s=t===void 0?o:`whose token FILE_CHECKOUTS_TOKEN holds`,c=i.addRequest===!0?``:`, who may not add requests`,l=[`filed as user ${i.user} (${s})${c}; what is not in ${e} is not known here`];return{site:n,token:a,at:`at the site of ${e}`,about:l,advice:[]}}export{runRehearseCommand};