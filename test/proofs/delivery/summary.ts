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
 * @param routes those that were asked for; all if left out.
 */
export function countsOf(
  store: string,
  { deaths, byRoute }: Pick<Outcome, 'deaths' | 'byRoute'>,
  routes: readonly string[] = [],
): readonly Count[] {
  const invoices = [...byRoute].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    { of: [store, ...routes].join(', '), unit: 'kills', count: sumOf(deaths) },
    ...invoices.map(([route, count]) => ({
      of: `${store}, ${route}`,
      unit: 'invoices delivered once',
      count,
    })),
  ];
}

/** How many there are of each kind. */
export function countBy<T>(all: readonly T[], kindOf: (one: T) => string): Counts {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1);
  return counts;
}

const listed = (counts: Counts): string =>
  counts.size === 0 ? '' : `: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}`;
