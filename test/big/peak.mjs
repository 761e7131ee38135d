/** Loaded before a bundle by `--import`: writes the peak memory of its process, in KiB, to the file that PEAK_FILE names. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.PEAK_FILE ?? '', String(process.resourceUsage().maxRSS)));
