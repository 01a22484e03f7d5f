import { headerOf } from '../../support/mail-server.ts';
import type { Count } from '../counts.ts';
import type { Outcome } from './delivery-run.ts';

type Counts = ReadonlyMap<string, number>;

export const sumOf = (counts: Counts): number => [...counts.values()].reduce((sum, each) => sum + each, 0);

/** Prints the faults around the invoices, and how many invoices were given up by code. */
export function summaryOf(outcome: Omit<Outcome, 'faults'>): string {
  const { deaths, networkDeaths, frozen, takenOver, disturbances, invoices, givenUp, mails } = outcome;
  const documents = new Set(mails?.map((mail) => headerOf(mail, 'Message-ID'))).size;
  const share = ((100 * sumOf(givenUp)) / Math.max(invoices, 1)).toFixed(1);
  return [
    `${sumOf(deaths)} kills, the networks ${networkDeaths} times, ${sumOf(frozen)} processes frozen (${takenOver} times others had taken over)`,
    ...[...disturbances].map(([what, times]) => `${times} times: ${what}`),
    mails
      ? `${documents} documents mailed, ${mails.length - documents} further copies of the same mail`
      : 'no mail server: aiosmtpd is missing',
    `${invoices} invoices, ${sumOf(givenUp)} given up (${share} %, goal: under 10)${listed(givenUp)}`,
  ].join('\n');
}

/**
 * What a run on a store has shown. A process that is killed serves each route that takes part.
 * @param only the routes that were asked for; all if left out.
 */
export function countsOf(
  store: string,
  { deaths, routes }: Pick<Outcome, 'deaths' | 'routes'>,
  only: readonly string[] = [],
): readonly Count[] {
  const invoices = [...new Set(routes)].sort().map((route) => ({
    of: `${store}, ${route}`,
    unit: 'invoices delivered once',
    count: routes.filter((one) => one === route).length,
  }));
  return [{ of: [store, ...only].join(', '), unit: 'kills', count: sumOf(deaths) }, ...invoices];
}

const listed = (counts: Counts): string =>
  counts.size === 0 ? '' : `: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}`;
