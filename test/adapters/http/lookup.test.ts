import assert from 'node:assert/strict';
import type { LookedUp } from '../../../src/ports/participants.ts';
import { type RunningApi, typeOf, withOwnClients } from './harness.ts';

const YES: LookedUp = { registered: 'yes', endpoint: 'https://ap.example' };

describe('the look-up of a participant', () => {
  let api: RunningApi;
  let key: string;
  let documentTypes: string[];
  let answerFor: (documentType: string) => LookedUp;
  let n = 1000;

  withOwnClients((own) => ({ api, key } = own));
  beforeEach(() => {
    documentTypes = [];
    n += 1;
    answerFor = () => YES;
    api.world.participants.lookUp = async (participant, { documentType }) => {
      documentTypes.push(participant);
      return answerFor(documentType);
    };
  });
  const lookUp = (id = `012345${n}`) => api.call('GET', `/lookup/0208/${id}`, { key });

  it('lists the documents for which it is registered', async () => {
    answerFor = (type) => (type.includes('CreditNote') ? { registered: 'no' } : YES);
    const { json } = await lookUp();
    assert.deepEqual(
      [json.participant, json.registered, json.routes, json.checked_at],
      [`0208:012345${n}`, 'yes', ['PEPPOL'], api.world.clock.now().toISOString()],
    );
    const types = json.document_types as string[];
    assert.equal(types.length, 3);
    assert.ok(types.every((type) => type.includes(':Invoice-2::Invoice##')));
  });

  it('answers no or unknown without a registration', async () => {
    answerFor = () => ({ registered: 'no' });
    const { json } = await lookUp('1');
    assert.deepEqual([json.registered, json.routes, json.document_types], ['no', [], []]);
    answerFor = (type) =>
      type.includes('CreditNote') ? { registered: 'unknown', reason: 'DNS' } : { registered: 'no' };
    assert.equal((await lookUp('2')).json.registered, 'unknown');
  });

  it('makes no call if a result is stored, and has the time of that look-up', async () => {
    const first = await lookUp();
    api.world.clock.advance(60_000);
    const calls = documentTypes.length;
    for (let call = 0; call < 31; call += 1)
      assert.equal((await lookUp()).json.checked_at, first.json.checked_at);
    assert.equal(documentTypes.length, calls);
  });

  it('is limited to 30 a minute', async () => {
    for (let call = 0; call < 30; call += 1) assert.equal((await lookUp(`9${n}${call}`)).status, 200);
    const refused = await lookUp(`8${n}`);
    assert.deepEqual([refused.status, typeOf(refused)], [429, 'rate-limited']);
  });

  it('needs a scheme of four digits and an identifier without blanks', async () => {
    assert.equal((await api.call('GET', '/lookup/208/1', { key })).status, 400);
    assert.equal((await api.call('GET', '/lookup/0208/a%20b', { key })).status, 400);
    assert.equal((await api.call('GET', `/lookup/0208/${'1'.repeat(131)}`, { key })).status, 400);
  });
});
