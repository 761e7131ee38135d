import { exitCodes } from '../errors.ts';
import { escapeText } from '../log.ts';

/**
 * Handles errors of this process's output. A reader that closes the pipe (`| head`) ends the output, not the run.
 * Output that is lost otherwise, as on a full disk, is an error on stderr, once, and the exit code is not 0.
 */
export function watchOutput(host: NodeJS.Process): void {
  let isLost = false;
  const lose = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    host.stderr.write(`error: the output could not be written: ${escapeText(error.message)}\n`);
    // At the very end: the run, whose own exit code may be worse, goes on.
    host.on('exit', () => {
      host.exitCode ||= exitCodes.notFiled;
    });
  };
  for (const stream of [host.stdout, host.stderr]) stream.on('error', lose);
}
