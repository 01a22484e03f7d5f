const FORMAT: Intl.DateTimeFormatOptions = {
  timeZone: 'Europe/Bucharest',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

/** Created at its first use: loading its calendar takes longer than everything else that a start reads. */
let clock: Intl.DateTimeFormat | undefined;

/**
 * The time until ANAF counts a new day. A change between summer and winter time shifts it by an hour; then the limit answers
 * again.
 */
export function bucharestDayLeftSeconds(now: Date): number {
  clock ??= new Intl.DateTimeFormat('en-GB', FORMAT);
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number);
  return 86_400 - (hours * 3600 + minutes * 60 + seconds);
}
