import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { pulling } from '../../../application/messages/messages.ts';
import { found, setUp, toDueTime, workerOn } from '../../../application/sending/world.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { json } from '../../../sandbox/scripted-network.ts';
import { aFlow, aFrenchCredential, BYTES, results, taken } from './platform.ts';
import { platform, whileThePlatformRuns } from './to-the-end.ts';

const FOLDER = join(REFERENCE_DATA, 'routes/data/cdar/examples');
const SELLER = '100000009';

/** An invoice of a published use case, with its end after all messages. */
interface Row {
  readonly issueDate: string;
  readonly total: string;
  /** State, buyer status, open care rows. */
  readonly end: string;
  /** The codes of the events, in order. */
  readonly codes: readonly string[];
}

/** By invoice number: XP Z12-012, annex with examples. A copy for the administration (`POUR_PPF`) has no other content. */
const ROWS: Readonly<Record<string, Row>> = {
  F202500003: { issueDate: '2025-07-01', total: '12000', end: 'delivered paid', codes: ['203', '204', '205', '211', '212'] },
  F202500004: { issueDate: '2025-07-01', total: '12000', end: 'rejected - DOUBLON', codes: ['200', '213'] },
  F202500005: { issueDate: '2025-07-01', total: '12000', end: 'accepted -', codes: ['200', '202'] },
  F202500006: { issueDate: '2025-07-01', total: '12000', end: 'delivered disputed EI-BUYER-ASKS', codes: ['200', '202', '203', '207'] },
  F202500007: { issueDate: '2025-07-02', total: '11000', end: 'accepted accepted', codes: ['200', '202', '207', '205'] },
  F202500010: { issueDate: '2025-07-02', total: '12000', end: 'delivered paid', codes: ['200', '202', '203', '204', '205', '211', '212'] },
  F202500011: { issueDate: '2025-07-03', total: '-11000', end: 'accepted paid', codes: ['200', '202', '204', '205', '212'] },
  F202500012: { issueDate: '2025-07-05', total: '12000', end: 'delivered payment_sent', codes: ['200', '202', '203', '204', '211'] },
}; // prettier-ignore

/** The step of `UC4_F202500006_03-CDV-203_…` follows its use case. */
const stepOf = (file: string): string => file.replace(/^UC\w+?_(F\d+)_/, '$1 ');

describeByReference('the published messages of a French invoice', () => {
  whileThePlatformRuns();
  const files = readdirSync(FOLDER).toSorted((one, other) => stepOf(one).localeCompare(stepOf(other)));

  it('belong to one of these invoices', () => {
    const numbers = new Set(files.map((file) => /_(F\d+)_/.exec(file)?.[1] ?? file));
    assert.deepEqual([...numbers].toSorted(), Object.keys(ROWS).toSorted());
  });

  for (const [number, { issueDate, total, end, codes }] of Object.entries(ROWS))
    it(`bring ${number} to its end: ${end}`, async () => {
      const messages = files.filter((file) => file.includes(`_${number}_`));
      const flows = messages.map((file, n) => listed(file, n));
      platform.script({
        flows: taken({ trackingId: undefined }),
        Metadata: json(aFlow({}, 'Ok')),
        search: results(...flows),
        ...Object.fromEntries(
          messages.map((file, n) => [`Original L-${n}`, { body: readFileSync(join(FOLDER, file)) }]),
        ),
      });
      const own = { route: 'FR-PA', invoiceNumber: number, issueDate } as const;
      const addressing = {
        ...AN_ADDRESSING,
        seller: { ...AN_ADDRESSING.seller, ids: [SELLER] },
        total: { amount: total, currency: 'EUR' },
      };
      const world = { ...(await setUp(undefined, own, BYTES)), credential: aFrenchCredential(), addressing };
      const rail = platform.rail({ clock: world.clock, pollWaitsMs: [60_000] });
      await toDueTime(world);
      await workerOn(world, { ...world, rail }).run(world.id, 'FR-PA');
      const pull = pulling(world, { rail, addressing });
      // The second run has no effect.
      for (let n = 0; n < 2; n += 1) await pull.run();
      const { state, buyerStatus, care } = await found(world);
      const open = care.filter(({ handledAt }) => handledAt === undefined).map(({ code }) => code);
      assert.equal([state, buyerStatus ?? '-', ...open].join(' '), end);
      const events = await world.eventFeed.events(world.id);
      assert.deepEqual(
        events.flatMap(({ text }) => codeIn(text)),
        codes,
      );
    });
});

const listed = (file: string, n: number): object =>
  aFlow(
    {
      flowId: `L-${n}`,
      updatedAt: `2026-10-05T09:${String(n).padStart(2, '0')}:00Z`,
      flowType: file.includes('POUR_PPF') ? 'StateCustomerInvoiceLC' : 'CustomerInvoiceLC',
      flowDirection: 'In',
    },
    'Ok',
  );

/** The code of the lifecycle message in an event, if there is one. */
function codeIn(text: string): readonly string[] {
  const { route } = JSON.parse(text) as { route?: { raw?: { message?: string; code?: string } } };
  return route?.raw?.message === 'lifecycle' ? [route.raw.code ?? ''] : [];
}
