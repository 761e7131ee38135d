/** As much of a workflow file as the runner here understands. */
import { parse } from 'yaml';

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: unknown;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Input {
  readonly type?: string;
  readonly default?: unknown;
  readonly required?: boolean;
  readonly description?: string;
}

export interface Job {
  readonly if?: unknown;
  readonly uses?: string;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly 'runs-on'?: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

export interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, { readonly inputs?: Readonly<Record<string, Input>> } | null>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly jobs: Readonly<Record<string, Job>>;
}

export const readWorkflow = (text: string): Workflow => parse(text) as Workflow;

const nothing: Readonly<Record<string, unknown>> = { string: '', number: 0, boolean: false };

/**
 * The `inputs` of a run: what was given, else the default, else what GitHub takes for nothing.
 * @throws for an input that the workflow does not have.
 */
export function inputsOf(workflow: Workflow, event: string, given: Readonly<Record<string, unknown>>) {
  const inputs = Object.entries(workflow.on[event]?.inputs ?? {});
  const unknown = Object.keys(given).find((name) => !inputs.some(([known]) => known === name));
  if (unknown !== undefined) throw new Error(`there is no input ${unknown}`);
  const usual = ({ type = 'string', default: value }: Input) => value ?? nothing[type];
  return Object.fromEntries(inputs.map(([name, input]) => [name, given[name] ?? usual(input)]));
}
