/** Swedes write dates as ISO 8601 does. */
const WARSAW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw', dateStyle: 'short' });

/** The day that it is in Poland, `YYYY-MM-DD`: KSeF counts by its own calendar. */
export const polishDay = (at: Date): string => WARSAW.format(at);
