import { appendFileSync } from 'node:fs';
import { error as annotateError, getInput, info, setOutput, setSecret, summary } from '@actions/core';
import { exitCodes, messageOf, Problem } from './errors.ts';
import { escapeText, type Log } from './log.ts';
import { environmentOptions, type Options, optionTable, readOptions, variableOf } from './options.ts';
import { actionOutputs } from './report/action-outputs.ts';
import { markdownReport } from './report/markdown.ts';
import type { Report } from './report/report.ts';
import { textReport } from './report/text.ts';
import { given, readToken, surroundings, withoutSecrets } from './surroundings.ts';
import { version } from './version.ts';

const log: Log = { info, notice: info, group: (title) => info(title), endGroup: () => {} };
