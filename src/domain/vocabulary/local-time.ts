import { looksLikeCountry } from 'en16931-rules/vocabulary/identifiers.ts';

/** Time zones are named as IANA names them. */

/** What clocks of the zone show, as if they showed UTC. */
export const localTime = (timeZone: string, at: Date): Date =>
  new Date(at.getTime() + minutesOf(offsetIn(timeZone, at)) * 60_000);

/** The day that calendars show in the zone, `YYYY-MM-DD`. */
export const localDay = (timeZone: string, at: Date): string =>
  localTime(timeZone, at).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** `2026-10-02T23:59:59.999+02:00`. */
export const localText = (timeZone: string, at: Date): string =>
  localTime(timeZone, at).toISOString().slice(0, -1) + offsetIn(timeZone, at);

/**
 * When clocks of the zone show a time. Clocks in Europe change between one and four in the morning.
 * @param local `2026-10-02T23:59:59.999`
 */
export function instantIn(timeZone: string, local: string): Date {
  const guess = new Date(`${local}Z`);
  const near = new Date(guess.getTime() - minutesOf(offsetIn(timeZone, guess)) * 60_000);
  return new Date(`${local}${offsetIn(timeZone, near)}`);
}

/** `+02:00`. */
function offsetIn(timeZone: string, at: Date): string {
  const name = zoneName(timeZone, at, { language: 'en-US', style: 'longOffset' });
  return name === 'GMT' ? '+00:00' : name.slice('GMT'.length);
}

/** As a language names the zone at that moment: `CEST`, `MESZ`. */
export const shortZoneName = (timeZone: string, at: Date, language: string): string =>
  zoneName(timeZone, at, { language: language === 'en' ? 'en-GB' : language, style: 'short' });

/** @returns undefined of what is no country, and of a country whose clocks show several times at that moment. */
export function zoneOfCountry(country: string, at: Date): string | undefined {
  const [first, ...others] = looksLikeCountry(country) ? zonesIn(country) : [];
  if (first === undefined) return undefined;
  return others.every((zone) => localText(zone, at) === localText(first, at)) ? first : undefined;
}

/** CLDR, by country. */
interface WithZones {
  /** Of Node.js 20. */
  readonly timeZones?: readonly string[];
  readonly getTimeZones?: () => readonly string[];
}

function zonesIn(country: string): readonly string[] {
  const locale: Intl.Locale & WithZones = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

interface Naming {
  readonly language: string;
  readonly style: 'short' | 'longOffset';
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

function zoneName(timeZone: string, at: Date, { language, style }: Naming): string {
  const name = `${language} ${style} ${timeZone}`;
  const format = FORMATS.get(name) ?? new Intl.DateTimeFormat(language, { timeZone, timeZoneName: style });
  FORMATS.set(name, format);
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}

const minutesOf = (offset: string): number => {
  const [hours = '0', minutes = '0'] = offset.slice(1).split(':');
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};
