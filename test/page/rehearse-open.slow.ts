import { expect, test } from 'vitest';
import { runRehearseCommand } from '../../src/commands/rehearse.ts';
import type { GivenOptions } from '../../src/options.ts';

const log = { info: () => {}, notice: () => {} };
const env = { PATH: process.env.PATH };

/** Runs the sample rehearsal; `heard` gets all that was printed so far, each time something is. */
async function rehearsed(options: GivenOptions, signal: AbortSignal, heard: (text: string) => void) {
  let text = '';
  const out = (more: string) => {
    text += more;
    heard(text);
  };
  const input = { asGiven: options, env, cwd: process.cwd(), signal, version: '1.2.3', token: undefined };
  const code = await runRehearseCommand(input, { out, log });
  return { code, text };
}

test('rehearse --open: the service stays, with what was filed on its page, until the run is cancelled', async () => {
  const stop = new AbortController();
  let url = '';
  const ended = await new Promise<{ code: number; text: string }>((resolve, reject) => {
    const look = async () => {
      const page = await fetch(url);
      expect(await page.text()).toContain('<title>Object requests</title>');
      const { requests } = (await (await fetch(`${url}inspect.json`)).json()) as { requests: unknown[] };
      expect(requests.length).toBeGreaterThan(5);
      stop.abort();
    };
    const heard = (text: string) => {
      const found = /still running: look at (http:\/\/127\.0\.0\.1:\d+\/) and end it with Ctrl-C\n/.exec(text)?.[1];
      if (found === undefined || url !== '') return;
      url = found;
      look().catch(reject);
    };
    rehearsed({ open: true }, stop.signal, heard).then(resolve, reject);
  });
  expect(ended.code).toBe(0);
  expect(ended.text).toMatch(/what the service holds[\s\S]*still running/);
  await expect(fetch(url)).rejects.toThrow();
});

test('a rehearsal that is cancelled early ends at once', async () => {
  await expect(rehearsed({ open: true }, AbortSignal.abort(), () => {})).rejects.toThrow('the run was cancelled');
});
