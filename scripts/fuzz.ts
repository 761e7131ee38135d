/**
 * `npm run fuzz -- --seconds 60`: feeds each subject of test/fuzz with odd input for its share of the time. `--seed N`
 * plays the same values again, `--only mapping,names` some subjects; a failure names the command that plays it again.
 */
import { fuzz } from '../test/fuzz/command.ts';

process.exitCode = await fuzz(process.argv.slice(2), {
  subjects: new URL('../test/fuzz/subjects.ts', import.meta.url).href,
  print: (line) => console.log(line),
  seed: Date.now() % 2 ** 31,
  patienceSeconds: 30,
});
