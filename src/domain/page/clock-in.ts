import { localText, shortZoneName } from '../vocabulary/local-time.ts';
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
  const [day, time] = localText(timeZone, at).split('T') as [string, string];
  return {
    day,
    time: time.slice(0, 'hh:mm:ss'.length),
    zone: shortZoneName(timeZone, at, language),
  };
}
