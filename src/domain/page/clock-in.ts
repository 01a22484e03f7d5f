import type { Language } from './words.ts';

/** What the clocks of a time zone show. */
interface Clock {
  /** `2026-10-05`. */
  readonly day: string;
  /** `09:03:03`. */
  readonly time: string;
  /** As the language names it at that moment: `CEST`, `MESZ`. */
  readonly zone: string;
}

/** @param timeZone as IANA names it. */
export function clockIn(timeZone: string, at: Date, language: Language): Clock {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}`, zone: String(timeZoneName) };
}
