import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answers, echoing } from './echo.ts';
import { leaks } from './leaks.ts';
import { act, cli, Place, secrets, useRepository, withoutMasks } from './secret-runs.ts';

/** The token in no output, whatever a service answers (design §7, interface §5, §7), at both front doors. */

useRepository();

// Both at once: after a 502 each waits for its retries.
describe.each(answers)('%s', (name, code, answer) => {
  test.concurrent('the action', async () => {
    using place = new Place();
    await using service = await echoing(answer);
    const ended = withoutMasks(await act(place, service.url));
    expect(ended.code, ended.stdout + ended.stderr).toBe(code);
    expect(leaks(secrets, place.left(ended))).toEqual([]);
    expect(readdirSync(place.temp)).toEqual([]);
    if (name.includes('hold')) expect(place.runner.read('file-checkouts-report.json')).toContain('***');
  });

  test.concurrent('the command line', async () => {
    using place = new Place();
    await using service = await echoing(answer);
    const ended = await cli(place, service.url);
    expect(ended.code, ended.stdout + ended.stderr).toBe(code);
    expect(leaks(secrets, place.left(ended))).toEqual([]);
    expect(readdirSync(place.temp)).toEqual([]);
  });
});
