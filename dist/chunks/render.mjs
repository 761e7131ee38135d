import{findCreateField}from"./planning.mjs";import{readyRequest}from"./starter-rule.mjs";import{asPattern}from"./tracked-file.mjs";function quoteText(e){return JSON.stringify(e).replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu,e=>Array.from({length:e.length},(t,n)=>`\\u${e.charCodeAt(n).toString(16).padStart(4,`0`)}`).join(``))}function formatField(e,t){return t===null?`${e}: null`:`${e}: ${findCreateField(e)?.type===`integer`&&/^(0|[1-9]\d{0,8})$/.test(t)?t:quoteText(t)}`}function formatPatterns(e,t){let[n=``]=e;if(e.length===1)return quoteText(n);let r=e.map(quoteText),i=`[${r.join(`, `)}]`;if(t.length+i.length<=110)return i;let a=[``];for(let e of r){let n=a.at(-1)??``;n!==``&&t.length+n.length+e.length+3>110?a.push(`${e},`):a[a.length-1]=`${n}${n===``?``:` `}${e},`}return`[\n${a.map(e=>`${t}  ${e}`).join(`
`)}\n${t}]`}function formatFields(e){return`{ ${Object.entries(e).map(([e,t])=>formatField(e,t)).join(`, `)} }`}function ruleText(e){let t=Object.entries(e.match),n=`{ ${t.map(([e,t])=>`${e}: ${formatPatterns(t,``)}`).join(`, `)} }`,r=!n.includes(`
`)&&n.length+13<=110?` ${n}`:`\n${t.map(([e,t])=>`      ${e}: ${formatPatterns(t,`      `)}`).join(`
`)}`,{result:i}=e,a=readyRequest(e);return[...e.comment.map(e=>`  # ${e}`),`  - match:${r}`,...`skip`in i?[`    skip: ${quoteText(i.skip)}`,...a===null?[]:[`    # request: ${formatFields(a)}`]]:[`    request: ${formatFields(i.request)}`]].join(`
`)}function headText(e){let t=Object.entries(e.request).map(([e,t])=>`  ${formatField(e,t)}`);return`# yaml-language-server: $schema=https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/mapping.schema.json
#
# What file-checkouts files for a push: which object each file is, and where it goes.
# A starter file, written from the names of the tracked files and from what ILE sources say of themselves. Fill in what
# stands in angle brackets, read the rules that say "a guess", then try it: file-checkouts check, file-checkouts plan.
version: 1

# ID of this Git repository at the service.
repo: ${quoteText(e.repo??`<REPO>`)}

# Where a branch's changes go. The first match wins; a push to another branch files nothing.
# appl is the application, lvl the number of its level that permits check-outs.
branches:
  - branch: ${quoteText(asPattern(e.branch))}
${Object.entries(e.branchFields).map(([e,t])=>`    ${formatField(e,t)}`).join(`
`)}${`proj`in e.request?``:`
    # proj: null # if the branches are not linked to a project at the service`}
  # A second level for other branches; {proj} and {task} take parts of the branch's name into fields. creq counts
  # only with rfp: per-push or per-branch, below:
  # - branch: "feat-{proj}-{task}"
  #   appl: "<APPL>"
  #   lvl: "<LVL>"
  #   creq: "*NO" # Git moves changes up: the service makes no requests for the next level
  #   proj: "{proj}"
  #   task: "{task}"

# Fields of every request, where no rule says otherwise. proj is "*BRANCH" unless it is set here or above: the project
# that is linked to the branch at the service, which refuses a branch without one. proj: null sends none.
request:${t.length===0?` {}`:`\n${t.join(`
`)}`}

# How requests get into an RFP (a release package): none, per-push, per-branch, or the number of an open RFP.
rfp: none
`}const noSourceComment=[`No rule produces a request yet: there is no source of an object (includes and tests aside). Rules for the usual types are below.`];function formatAbsentRules(e){return e.length===0?``:`\n\n  # Usual source types that are not here yet. When the first one comes, take its "# " away:\n${e.flatMap(e=>ruleText({...e,comment:[]}).split(`
`)).map(e=>`  # ${e.slice(2)}`).join(`
`)}`}function renderStarter(e,t,n,r){let i=t.length===0?``:`${t.map(e=>`  # ${e}`).join(`
`)}\n\n`,a=n.length===0?`  [] # take these brackets away when the first rule comes`:n.map(ruleText).join(`

`);return`${headText(e)}\n# What a file is. The first rule that matches a file decides. Patterns ignore case; ** is any directories, * any
# part of a name. objn, the name of the object, is the file's name up to the first "." or "-", in upper case.
# attr is left out on purpose: attribute codes are the service's own, and it derives them from its Git attribute
# mapping. Where it cannot ("Attribute missing"), add attr to the request of a rule, as in
#   request: { attr: RPGLE, objt: "*PGM", srca: "{ext|upper}" }
rules:
${i}${a}${formatAbsentRules(r)}\n
# A file that no rule matches: error (the run ends with exit code 1), warn or ignore.
unmapped: error

# Objects that use what a push changed, as programs do an include: request (each is recompiled with it), report (they
# are named) or ignore.
dependents: report

# When a file is deleted: request (a request with the reason *DELETE), report or ignore.
deletes: request

# Accounts at the Git host whose pushes are not filed: the service's own, where it pushes back after an install.
# skip-pushers: ["ACCOUNT"]
`}export{noSourceComment,quoteText,renderStarter};