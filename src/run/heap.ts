/** What V8 is told of memory while a run is under way: flags that it heeds from then on. */
function tell(flag: string): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}

/**
 * The space of new values grows to 64 MiB where many survive, and the process by as much. What it has grown to by the
 * start of a run does as well, and no slower.
 */
export function keepNewSpaceSmall(): void {
  tell('--semi-space-growth-factor=1');
}

/**
 * Collects garbage before the heap has grown to several times of what is in use. It costs time, of which a filing run has
 * enough while it waits for the service.
 */
export function collectEarly(): void {
  tell('--optimize-for-size');
}
