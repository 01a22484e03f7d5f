const TOLD: Intl.DateTimeFormatOptions = {
  timeZone: 'Europe/Bucharest',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

/** Made when it is first asked: to load its calendar takes longer than all else that a start reads. */
let clock: Intl.DateTimeFormat | undefined;

/** Until ANAF counts a new day; a change of the clock within it makes an hour's difference, and the limit speaks again. */
export function bucharestDayLeftSeconds(now: Date): number {
  clock ??= new Intl.DateTimeFormat('en-GB', TOLD);
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number);
  return 86_400 - (hours * 3600 + minutes * 60 + seconds);
}
