import{Problem,messageOf,refuseLinks}from"./start.mjs";import{createField}from"./planning.mjs";import{asPattern}from"./tracked-file.mjs";import{readyRequest}from"./starter-rule.mjs";import{writeFile}from"node:fs/promises";function quoted(text){return JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu,one=>Array.from({length:one.length},(_,at)=>`\\u${one.charCodeAt(at).toString(16).padStart(4,`0`)}`).join(``))}function field(name,text){return text===null?`${name}: null`:`${name}: ${createField(name)?.type===`integer`&&/^(0|[1-9]\d{0,8})$/.test(text)?text:quoted(text)}`}function patterns(list,indent){let[first=``]=list;if(list.length===1)return quoted(first);let items=list.map(quoted),line=`[${items.join(`, `)}]`;if(indent.length+line.length<=110)return line;let lines=[``];for(let item of items){let last=lines.at(-1)??``;last!==``&&indent.length+last.length+item.length+3>110?lines.push(`${item},`):lines[lines.length-1]=`${last}${last===``?``:` `}${item},`}return`[\n${lines.map(one=>`${indent}  ${one}`).join(`
`)}\n${indent}]`}function fields(of){return`{ ${Object.entries(of).map(([name,text])=>field(name,text)).join(`, `)} }`}function ruleText(rule){let parts=Object.entries(rule.match),short=`{ ${parts.map(([part,list])=>`${part}: ${patterns(list,``)}`).join(`, `)} }`,match=!short.includes(`
`)&&short.length+13<=110?` ${short}`:`\n${parts.map(([part,list])=>`      ${part}: ${patterns(list,`      `)}`).join(`
`)}`,{result}=rule,ready=readyRequest(rule);return[...rule.comment.map(line=>`  # ${line}`),`  - match:${match}`,...`skip`in result?[`    skip: ${quoted(result.skip)}`,...ready===null?[]:[`    # request: ${fields(ready)}`]]:[`    request: ${fields(result.request)}`]].join(`
`)}function headText(head){let ofRequest=Object.entries(head.request).map(([name,text])=>`  ${field(name,text)}`);return`# yaml-language-server: $schema=https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/mapping.schema.json
#
# What file-checkouts files for a push: which object each file is, and where it goes.
# A starter file, written from the names of the tracked files. Fill in what stands in angle brackets, read the rules
# that say "a guess", then try it: file-checkouts check, file-checkouts plan.
version: 1

# ID of this Git repository at the service.
repo: ${quoted(head.repo??`<REPO>`)}

# Where a branch's changes go. The first match wins; a push to another branch files nothing.
# appl is the application, lvl the number of its level that permits check-outs.
branches:
  - branch: ${quoted(asPattern(head.branch))}
${Object.entries(head.branchFields).map(([name,text])=>`    ${field(name,text)}`).join(`
`)}${`proj`in head.request?``:`
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
request:${ofRequest.length===0?` {}`:`\n${ofRequest.join(`
`)}`}

# How requests get into an RFP (a release package): none, per-push, per-branch, or the number of an open RFP.
rfp: none
`}const noSourceComment=[`No rule files anything yet: there is no source of an object (includes and tests aside). Rules for the usual types are below.`];function commentedOut(rules){return rules.length===0?``:`\n\n  # Usual source types that are not here yet. When the first one comes, take its "# " away:\n${rules.flatMap(rule=>ruleText({...rule,comment:[]}).split(`
`)).map(line=>`  # ${line.slice(2)}`).join(`
`)}`}function renderStarter(head,comment,rules,absent){let above=comment.length===0?``:`${comment.map(line=>`  # ${line}`).join(`
`)}\n\n`,list=rules.length===0?`  [] # take these brackets away when the first rule comes`:rules.map(ruleText).join(`

`);return`${headText(head)}\n# What a file is. The first rule that matches a file decides. Patterns ignore case; ** is any directories, * any
# part of a name. objn, the name of the object, is the file's name up to the first "." or "-", in upper case.
# attr is left out on purpose: attribute codes are the service's own, and it derives them from its Git attribute
# mapping. Where it cannot ("Attribute missing"), add attr to the request of a rule, as in
#   request: { attr: RPGLE, objt: "*PGM", srca: "{ext|upper}" }
rules:
${above}${list}${commentedOut(absent)}\n
# A file that no rule matches: error (the run ends with exit code 1), warn or ignore.
unmapped: error

# Objects that use what a push changed, as programs do an include: request (each is recompiled with it), report (they
# are named) or ignore.
dependents: report

# When a file is deleted: request (a request with the reason *DELETE), report or ignore.
deletes: request

# Accounts at the Git host whose pushes are not filed: the service's own, where it pushes back after an install.
# skip-pushers: ["ACCOUNT"]
`}async function writeNew({file,name},text,option){try{await refuseLinks(file,`.`),await writeFile(file,text,{flag:`wx`})}catch(error){if(error.code===`EEXIST`){let remedy=`Remove it, or write to another file with ${option}.`;throw new Problem(`usage`,`${name} is there already, and is not overwritten`,remedy,{cause:error})}let remedy=`Name a file in a directory that is there and can be written, with ${option}.`;throw new Problem(`usage`,`${name} cannot be written: ${messageOf(error)}`,remedy,{cause:error})}}export{noSourceComment,quoted,renderStarter,writeNew};