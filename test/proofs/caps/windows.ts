/** How many of the times lie in the worst window of so many seconds, wherever it begins. @param times in milliseconds. */
export function mostWithin(times: readonly number[], seconds: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  let [most, first] = [0, 0];
  sorted.forEach((time, n) => {
    while (sorted[first]! <= time - seconds * 1000) first += 1;
    most = Math.max(most, n - first + 1);
  });
  return most;
}
