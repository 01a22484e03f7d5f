/** The Swedish locale writes dates as ISO 8601 does. */
const WARSAW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw', dateStyle: 'short' });

/** The present day in Poland, `YYYY-MM-DD`: KSeF uses its own calendar. */
export const polishDay = (at: Date): string => WARSAW.format(at);
