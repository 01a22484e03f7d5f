import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { PLATFORM_STATUSES as statuses } from '../../../../src/adapters/rails/fr-pa/status-mappings.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { VALIDATED } from '../../../sandbox/fr-pa/description.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { type Canned, json } from '../../../sandbox/scripted-network.ts';
import {
  aFlow,
  aFrenchConsignment,
  aFrenchCredential,
  errorBody,
  FrenchPlatform,
  results,
  taken,
  token,
} from './platform.ts';

const platform = new FrenchPlatform();
let rail: FrPaRail;
before(async () => (rail = await platform.start()));
after(() => platform.close());

const ADDRESS = '200000008';
const LINE = `code:${ADDRESS}`;
const line = (directoryLineStatus: unknown, own: object = {}): Canned =>
  json({ addressingIdentifier: ADDRESS, platformType: 'WK', directoryLineStatus, ...own });
const unknown = errorBody('MISSING_RESOURCE', 404);

/** A consignment to a French buyer, with its own credential. */
function toBuyer(id = ADDRESS, own: Partial<Consignment> = {}): Consignment {
  const buyer = { country: 'FR', endpoint: { id, scheme: '0225' }, ids: ['200000008'] };
  return aFrenchConsignment({ addressing: { ...AN_ADDRESSING, buyer }, ...own });
}

/** The resume token until the answer to the send. */
async function memoOf(consignment: Consignment): Promise<string> {
  const prepared = await rail.prepare(consignment);
  assert.ok(!('mapping' in prepared), JSON.stringify(prepared));
  return prepared.resumeToken;
}

/** The remarks with the answer that the platform holds the invoice. */
async function remarksOn(consignment: Consignment): Promise<readonly (string | undefined)[]> {
  const { mapping, remarks = [] } = await rail.send({
    ...consignment,
    resumeToken: await memoOf(consignment),
  });
  assert.deepEqual(withEnglish(mapping), withEnglish(statuses.taken));
  return remarks.map(({ code }) => code);
}

const lookUps = (): number => platform.calls.filter((call) => call.startsWith('code:')).length;

describe('the directory of France, before an invoice is sent', () => {
  for (const [what, answer, remarks] of [
    ['a line in force', line('Enabled'), []],
    ['no participant', unknown, ['EI-FR-NO-ADDRESS']],
    ['a line of no platform', line('Disabled'), ['EI-FR-NO-ADDRESS']],
    ['a line that is still to come', line('Upcoming'), ['EI-FR-NO-ADDRESS']],
  ] as const)
    it(`answers for ${what}: ${remarks.join() || 'nothing to say'}`, async () => {
      platform.script({ [LINE]: answer, flows: taken() });
      assert.deepEqual(await remarksOn(toBuyer()), remarks);
      assert.deepEqual(platform.calls, ['token', LINE, 'flows']);
    });

  for (const [what, answer] of [
    ['no such path', { status: 404, body: 'Not Found' }],
    ['no such path, as JSON', json({ error: 'Not Found' }, 404)],
    ['a page', { body: '<!DOCTYPE html><html></html>' }],
    ['nothing', { body: '' }],
    ['a list', { body: '[]' }],
    ['an unknown status', line('Suspended')],
    ['a status of a wrong type', line({ a: 1 })],
    ["another's line", line('Disabled', { addressingIdentifier: '100000009' })],
    ['elsewhere', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
    ['400', errorBody('MISSING_REQUIRED_FIELD', 400)],
    ['401', errorBody('MISSING_TOKEN', 401)],
    ['403', errorBody('FORBIDDEN_ACCESS', 403)],
    ['429', { status: 429, headers: { 'Retry-After': '3600' } }],
    ['501', errorBody('NOT_IMPLEMENTED', 501)],
    ['503 with a page', { status: 503, body: '<html>' }],
    ['half an answer', { body: '{"directoryLineStatus":"Disabled"', fault: 'cut' }],
    ['without end', { body: `{"x":"${'x'.repeat(200_000)}"}` }],
    ['no answer', undefined],
  ] as const satisfies readonly (readonly [string, Canned])[])
    it(`gives no clear answer; the invoice is sent after that one call: ${what}`, async () => {
      platform.script({ [LINE]: answer, flows: taken() });
      assert.deepEqual(await remarksOn(toBuyer()), []);
      assert.deepEqual(platform.calls, ['token', LINE, 'flows']);
    });

  it('gets no call for a while after it did not answer within some seconds', async () => {
    platform.script({ [LINE]: { fault: 'silent' }, 'code:100000009': unknown });
    const credential = aFrenchCredential();
    platform.outbound.exceededMs.length = 0;
    assert.equal(await memoOf(toBuyer(ADDRESS, { credential })), '');
    const [limitMs = NaN, ...more] = platform.outbound.exceededMs;
    assert.deepEqual([limitMs < 10_000, more], [true, []]);
    assert.equal(await memoOf(toBuyer('100000009', { credential })), '');
    assert.equal(lookUps(), 1);
    platform.clock.advance(11 * 60_000);
    assert.notEqual(await memoOf(toBuyer('100000009', { credential })), '');
  });

  it('does not cause a log-in if it refuses the token', async () => {
    platform.script({ [LINE]: { status: 401 }, token: [token(), token({ access_token: 't-2' })] });
    await memoOf(toBuyer());
    assert.deepEqual(platform.calls, ['token', LINE]);
  });

  it('is queried once for many invoices to one buyer, and again after a while', async () => {
    platform.script({ [LINE]: unknown });
    const credential = aFrenchCredential();
    await memoOf(aFrenchConsignment({ credential }));
    const memos = await Promise.all([1, 2, 3].map(() => memoOf(toBuyer(ADDRESS, { credential }))));
    assert.deepEqual([new Set(memos).size, lookUps()], [1, 1]);
    assert.notEqual(memos[0], '');
    platform.script({ [LINE]: line('Enabled') });
    platform.clock.advance(11 * 60_000);
    assert.deepEqual([await memoOf(toBuyer(ADDRESS, { credential })), lookUps()], ['', 1]);
  });

  it("is queried at each client's own platform", async () => {
    platform.script({ [LINE]: unknown });
    await memoOf(toBuyer());
    await memoOf(toBuyer());
    assert.equal(lookUps(), 2);
  });

  it('is queried for the address as it is written', async () => {
    for (const id of ['200000008_20000000800012', '200000008_20000000800012_A/B-1', '200000008_FACTURES'])
      for (const answer of [unknown, json({ addressingIdentifier: id, directoryLineStatus: 'Disabled' })]) {
        platform.script({ [`code:${id}`]: answer, flows: taken() });
        assert.deepEqual(await remarksOn(toBuyer(id)), ['EI-FR-NO-ADDRESS'], id);
      }
  });

  it('is not queried for a value that is not one of its addresses', async () => {
    platform.script({});
    const { buyer } = toBuyer().addressing;
    const of = (own: object) => aFrenchConsignment({ addressing: { ...toBuyer().addressing, ...own } });
    for (const consignment of [
      ...['20000000', 'x', '200000008 ', '200000008/..', `200000008_${'x'.repeat(116)}`].map((id) =>
        toBuyer(id),
      ),
      of({ buyer: { ...buyer, endpoint: null } }),
      of({ buyer: { ...buyer, endpoint: { id: ADDRESS, scheme: '0002' } } }),
      // The seller receives what the buyer writes.
      of({ typeCode: '389' }),
    ])
      assert.equal(await memoOf(consignment), '');
    assert.equal(lookUps(), 0);
  });
});

describe('the finding of the French directory', () => {
  const unreachable = async (): Promise<Consignment> => {
    platform.script({ [LINE]: unknown });
    const consignment = toBuyer();
    return { ...consignment, resumeToken: await memoOf(consignment), isResend: true };
  };

  it('is also reported after a lost answer', async () => {
    const inquiry = await unreachable();
    platform.script({ tracked: results(aFlow({}, 'Ok')) });
    const { mapping, remarks } = await rail.ask(inquiry);
    assert.deepEqual(
      withEnglish([mapping, remarks]),
      withEnglish([statuses.acknowledged, [statuses.noAddress]]),
    );
  });

  it('is not a reason of a refusal', async () => {
    const inquiry = await unreachable();
    platform.script({ flows: errorBody('x', 422), tracked: results(aFlow({}, 'Error', 'VirusFound')) });
    for (const answer of [await rail.send({ ...inquiry, isResend: false }), await rail.ask(inquiry)])
      assert.deepEqual(withEnglish([answer.mapping.meaning, answer.remarks]), ['refused', undefined]);
  });
});

describeByReference('the published description of the directory', () => {
  it('has the call that is made', () =>
    assert.ok(VALIDATED.has('GET /v1/directory-line/code:{addressing-identifier}')));
});
