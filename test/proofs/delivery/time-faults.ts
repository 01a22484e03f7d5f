import { readFileSync, writeFileSync } from 'node:fs';
import { FROZEN_MS, frozenIn } from './frozen.ts';

// Faults of time in a process: it freezes, or the clock of its machine is set back.

/** Long enough for all threads to have stopped. */
const STOPPING_MS = 20;

/** As by a hypervisor or `kill -STOP`, until the harness continues it: then its monotonic clock shows that time has passed. */
export function standStill(folder: string): void {
  writeFileSync(frozenIn(folder, process.pid), '');
  process.kill(process.pid, 'SIGSTOP');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPING_MS);
  // The harness moves the clock of the service by this meanwhile; CLOCK_MONOTONIC runs on while a process is stopped.
  const { now } = performance;
  Object.defineProperty(performance, 'now', { value: () => now.call(performance) + FROZEN_MS });
}

const LOOK_MS = 50;

/** @param file the milliseconds by which the clock of the machine is set back; none while the file is missing. */
export function setBackAs(file: string): void {
  let back = 0;
  const look = (): void => {
    try {
      back = Number(readFileSync(file, 'utf8'));
    } catch {
      back = 0;
    }
  };
  look();
  setInterval(look, LOOK_MS).unref();
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, values, newTarget) =>
      values.length === 0
        ? new target(target.now() - back)
        : (Reflect.construct(target, values, newTarget === globalThis.Date ? target : newTarget) as Date),
    get: (target, key) => (key === 'now' ? () => target.now() - back : (Reflect.get(target, key) as unknown)),
  });
}
