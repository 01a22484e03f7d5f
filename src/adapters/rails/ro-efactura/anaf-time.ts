import type { OutboundAnswer } from '../../../ports/outbound.ts';

/** RFC 9110 section 5.6.7. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * ANAF's time when it answered, in whole seconds (`Date`, RFC 9110 section 6.6.1).
 * @returns undefined if the answer does not say it. An answer with an `Age` comes from a cache and has an old date.
 */
export function anafTimeOf(answer: OutboundAnswer): number | undefined {
  if (answer.outcome !== 'answered' || answer.headers['age'] !== undefined) return undefined;
  const { date = '' } = answer.headers;
  const time = IMF_FIXDATE.test(date) ? Date.parse(date) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
