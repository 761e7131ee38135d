/** Loaded before a program by `--import`: writes the peak memory of its process, in MiB, to the file that PEAK_FILE names. */
import { readFileSync, writeFileSync } from 'node:fs';

/** What resourceUsage tells is never below the size of the parent that started this process; Linux knows better. */
function peakKiB() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

process.on('exit', () => writeFileSync(process.env.PEAK_FILE ?? '', String(peakKiB() / 1024)));
