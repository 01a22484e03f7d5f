import assert from 'node:assert/strict';

/** Milliseconds of this process; other processes of a busy machine do not count. */
function processorMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Four times as many need four times the processor time; sixteen times if it grew with their square. */
export function assertLinear(run: (count: number) => void, count: number): void {
  run(count / 4);
  const quarter = processorMs(() => run(count / 4));
  const whole = processorMs(() => run(count));
  assert.ok(whole < 8 * quarter + 100, `${count / 4} need ${quarter} ms, ${count} need ${whole} ms`);
}
