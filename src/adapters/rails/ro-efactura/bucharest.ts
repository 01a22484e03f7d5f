const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Until ANAF counts a new day; a change of the clock within it makes an hour's difference, and the limit speaks again. */
export function bucharestDayLeftSeconds(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = CLOCK.format(now).split(':').map(Number);
  return 86_400 - (hours * 3600 + minutes * 60 + seconds);
}
