import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answers, echoing } from './echo.ts';
import { leaks } from './leaks.ts';
import { act, cli, Place, secrets, useRepository, withoutMasks } from './secret-runs.ts';

/** The token in no output, whatever a service answers (design §7, interface §5, §7), at both front doors. */

useRepository();

// What answers are read as is decided behind the doors: each answer at one of them, in turns.
const [ofAction, ofCli] = [0, 1].map((door) => answers.filter((_, n) => n % 2 === door));

describe.concurrent('the action', () => {
  test.each(ofAction ?? [])('%s', async (name, code, answer) => {
    using place = new Place();
    await using service = await echoing(answer);
    const ended = withoutMasks(await act(place, service.url));
    expect(ended.code, ended.stdout + ended.stderr).toBe(code);
    expect(leaks(secrets, place.left(ended))).toEqual([]);
    expect(readdirSync(place.temp)).toEqual([]);
    if (name.includes('hold')) expect(place.runner.read('file-checkouts-report.json')).toContain('***');
  });
});

describe.concurrent('the command line', () => {
  test.each(ofCli ?? [])('%s', async (_, code, answer) => {
    using place = new Place();
    await using service = await echoing(answer);
    const ended = await cli(place, service.url);
    expect(ended.code, ended.stdout + ended.stderr).toBe(code);
    expect(leaks(secrets, place.left(ended))).toEqual([]);
    expect(readdirSync(place.temp)).toEqual([]);
  });
});
