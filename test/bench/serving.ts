/** The object-request service in a process of its own, in memory, with the demo site. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Serving extends AsyncDisposable {
  readonly url: string;
}

/** Starts the service and waits until it listens. `cli`: what is run. */
export async function serve(cli: string): Promise<Serving> {
  const args = [cli, 'serve', '--demo', '--db', ':memory:', '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      [Symbol.asyncDispose]: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('the service did not start');
}
