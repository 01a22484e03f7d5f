import sinon from 'sinon';

/**
 * Runs an act while the clock of this process stands still, and so that of a simulated network in it: what is counted by the minute does
 * not depend on the machine's speed. Timers go on.
 * @param act gets the function that moves the clock forward.
 */
export async function whileTimeStands<T>(act: (forwardMs: (ms: number) => void) => Promise<T>): Promise<T> {
  const clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  try {
    return await act((ms) => clock.setSystemTime(Date.now() + ms));
  } finally {
    clock.restore();
  }
}
