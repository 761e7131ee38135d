@echo off
rem The program from a clone on Windows: file-checkouts, with this folder on the PATH, or .\file-checkouts in it.
rem It runs dist\cli.mjs with Node.js 24 or newer: that of the PATH, else the one that npm ci brings along.
setlocal
rem No node of the current folder, which may be somebody's repository.
set "NoDefaultCurrentDirectoryInExePath=1"
set "node="
for /f "delims=v." %%v in ('node --version 2^>nul') do if %%v geq 24 set "node=node"
if not defined node if exist "%~dp0node_modules\.bin\node.cmd" set "node=%~dp0node_modules\.bin\node.cmd"
if not defined node echo file-checkouts needs Node.js 24 or newer. Install it, or run npm ci once in "%~dp0".>&2
if not defined node exit /b 2
"%node%" "%~dp0dist\cli.mjs" %*
