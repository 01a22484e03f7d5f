/** The largest number of the times within any window of this many seconds. @param times in milliseconds. */
export function mostWithin(times: readonly number[], seconds: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  let [most, first] = [0, 0];
  sorted.forEach((time, n) => {
    while (sorted[first]! <= time - seconds * 1000) first += 1;
    most = Math.max(most, n - first + 1);
  });
  return most;
}
