import { type ConsoleWorld, SAMPLES } from './world.ts';
import { exampleText } from '../support/example-file.ts';

const BROKEN = exampleText('broken-xrechnung-cii.xml');

/** Sends and receives what the pages show. @returns the address of each page. */
export async function pagesWithRecords(world: ConsoleWorld): Promise<readonly string[]> {
  const ids = await world.sent([SAMPLES[0]!, SAMPLES[2]!, SAMPLES[4]!, SAMPLES[6]!]);
  const received = (await world.erp.received('PEPPOL', BROKEN)).id;
  for (const id of ids) await world.settled(id, ['accepted', 'delivered', 'rejected']);
  await world.erp.post(`/invoices/${ids[1]!}/share`);
  return [
    ...['/now', '/to-correct?for=others', '/invoices', `/invoices/${ids[1]!}`, `/invoices/${ids[3]!}`],
    ...['/search?q=re', '/search?q=nowhere&kind=received&period=2026-02'],
    ...[
      '/received',
      `/received/${received}`,
      '/reports',
      '/events?from=first',
      '/webhooks',
      '/rules',
      '/convert',
    ],
    ...['/links', `/clients?client=${world.client}`, '/playground'],
  ];
}
