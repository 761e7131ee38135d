import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answers, echoing } from './echo.ts';
import { leaks } from './leaks.ts';
import { act, cli, Place, secrets, useRepository, withoutMasks } from './secret-runs.ts';

/** The token in no output, no matter what a service answers (design §7, interface §5, §7), at both front doors. */

useRepository();

// What answers are read as is decided behind the doors: each answer at one of them, in turns.
const doors = [
  ['the action', async (place: Place, url: string) => withoutMasks(await act(place, url))],
  ['the command line', (place: Place, url: string) => cli(place, url)],
] as const;

describe.concurrent.each(doors.entries().toArray())('%i: %s', (door, [, run]) => {
  test.each(answers.filter((_, n) => n % 2 === door))('%s', async (name, code, answer) => {
    using place = new Place();
    await using service = await echoing(answer);
    const ended = await run(place, service.url);
    expect(ended.code, ended.stdout + ended.stderr).toBe(code);
    expect(leaks(secrets, place.left(ended))).toEqual([]);
    expect(readdirSync(place.temp)).toEqual([]);
    const report = door === 0 ? 'file-checkouts-report.json' : 'report.json';
    if (name.includes('hold')) expect(place.runner.read(report)).toContain('***');
  });
});
