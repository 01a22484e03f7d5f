import assert from 'node:assert/strict';

/** Milliseconds of this process; other processes of a busy machine do not count. */
export function processorMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A round in which garbage is collected, or code compiled, takes longer; one of several is without. */
const ROUNDS = 5;

/** Four times as many need four times the processor time; sixteen times if it grew with their square. */
export function assertLinear(run: (count: number) => void, count: number): void {
  run(count / 4);
  let [quarter, whole] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    quarter = Math.min(
      quarter,
      processorMs(() => run(count / 4)),
    );
    whole = Math.min(
      whole,
      processorMs(() => run(count)),
    );
    if (whole < 8 * quarter + 100) return;
  }
  assert.fail(`${count / 4} need ${quarter} ms, ${count} need ${whole} ms`);
}
