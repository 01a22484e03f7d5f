import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { PLATFORM_STATUSES as statuses } from '../../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { NodeDigests } from '../../../../src/adapters/system/node-digests.ts';
import { REAL_CLOCK } from '../../../../src/adapters/system/real-clock.ts';
import type { Inquiry } from '../../../../src/ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import type { StatusOrder } from '../../../../src/ports/rail/status-messages.ts';
import { FRENCH } from '../../../application/statuses/world.ts';
import { BUYER, invoice, Platform } from '../../../sandbox/fr-pa/platform.ts';
import { aSandbox, jsonOf, type TestSandbox } from '../../../sandbox/running.ts';
import { until } from '../../../support/until.ts';
import { aFrenchConsignment, aFrenchCredential } from './platform.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

describe('statuses at a simulated French platform', () => {
  let sandbox: TestSandbox;
  let rail: FrPaRail;
  const credential = aFrenchCredential();
  const digests = new NodeDigests();

  before(async () => {
    sandbox = await aSandbox();
    const clock = REAL_CLOCK;
    const sessions = keptSessions(clock);
    const platform = { url: `${sandbox.url}/fr-pa`, isSimulator: true };
    rail = new FrPaRail({ outbound: new PatientClient(), clock, sessions }, { platform });
    await (await Platform.loggedIn(sandbox.url)).taken('S-1');
    const inbound = `${sandbox.url}/control/inbound?route=FR-PA&recipient=${BUYER}`;
    await jsonOf(inbound, { method: 'POST', body: invoice('B-1') });
  });
  after(() => sandbox.stop());

  type Written = Pick<StatusOrder, 'by' | 'code' | 'amounts' | 'reasonCode' | 'note'>;

  function written(number: string, order: Written): Inquiry & { readonly bytes: Uint8Array } {
    const facts = { syntax: 'ubl-invoice', specification: null, number, issueDate: '2026-11-20' } as const;
    const at = new Date('2026-11-23T09:00:00.000Z');
    const letter = rail.statusMessages.write({ ...order, facts, addressing: FRENCH, at });
    assert.ok('message' in letter);
    const { message: bytes, submissionId } = letter;
    return aFrenchConsignment({ bytes, documentSha256: digests.sha256(bytes), credential, submissionId });
  }

  /** The answer after the platform has checked the message. */
  async function pollUntilChecked(inquiry: Inquiry): Promise<RailAnswer> {
    let answer = await rail.statusMessages.poll(inquiry);
    await until(async () => {
      answer = await rail.statusMessages.poll(inquiry);
      return answer.mapping.meaning !== 'held';
    }, 'the acknowledgement');
    return answer;
  }

  const PAID: Written = { by: 'seller', code: '212', amounts: [{ amount: '120.00', vatRate: '20.00' }] };
  const REFUSED: Written = { by: 'buyer', code: '210', reasonCode: 'TRANSAC_INC', note: 'not ordered' };

  for (const [what, number, order, end] of [
    ["the seller's about an invoice that it sent", 'S-1', PAID, 'statusTaken'],
    ["the buyer's about an invoice that came for it", 'B-1', REFUSED, 'statusTaken'],
    ["the seller's about an invoice that the platform does not hold", 'S-0', PAID, 'statusRefused'],
    ["the buyer's about an invoice that did not come for it", 'S-1', REFUSED, 'statusRefused'],
  ] as const)
    it(`end as ${end}: ${what}`, async () => {
      const inquiry = written(number, order);
      const sent = await rail.statusMessages.send(inquiry);
      assert.equal(sent.mapping.meaning, 'held', JSON.stringify(sent.raw));
      const { mapping } = await pollUntilChecked({ ...inquiry, reference: sent.reference! });
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses[end]));
    });

  it('can be stopped until the last moment: after the log-in, before the call', async () => {
    const calls = async () =>
      (await jsonOf(`${sandbox.url}/control/calls?route=FR-PA`)) as { data: { path: string }[] };
    const taken = async (): Promise<number> =>
      (await calls()).data.filter(({ path }) => path.endsWith('/v1/flows')).length;
    const before = await taken();
    const held = new Error('another worker has taken over');
    const beginDocument = (): void => {
      throw held;
    };
    const inquiry = written('S-1', { by: 'seller', code: '209' });
    const other = aFrenchCredential();
    await assert.rejects(
      rail.statusMessages.send({ ...inquiry, credential: other, beginDocument }),
      (error) => error === held,
    );
    assert.match((await calls()).data.at(-1)!.path, /oauth\/token$/);
    assert.equal(await taken(), before);
  });

  it('are found by the tracking id if the answer was lost; a status that was not sent is not found', async () => {
    const inquiry = written('S-1', { by: 'seller', code: '209' });
    assert.deepEqual(
      withEnglish((await rail.statusMessages.ask(inquiry)).mapping),
      withEnglish(statuses.notHeld),
    );
    const { reference } = await rail.statusMessages.send(inquiry);
    const found = await rail.statusMessages.ask({ ...inquiry, isResend: true });
    assert.equal(found.reference, reference);
    assert.deepEqual(
      withEnglish((await pollUntilChecked({ ...inquiry, reference: found.reference! })).mapping),
      withEnglish(statuses.statusTaken),
    );
  });
});
