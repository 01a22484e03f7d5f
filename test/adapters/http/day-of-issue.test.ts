import assert from 'node:assert/strict';
import { LARGE_BYTES } from '../../../src/application/reading/body-reader.ts';
import { polishInvoice } from '../../domain/polish-sample.ts';
import { all, type Edit, set, without } from '../../domain/sample.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { type Answer, RunningApi } from './harness.ts';
import { World } from './world.ts';

const dated = (day: string): Edit => set('invoice.issue_date', day);
const toKsef = (edit: Edit): object => {
  const document = edit(polishInvoice());
  return submission({ route: 'PL-KSEF', formats: undefined, erp_totals: undefined, document });
};

const findingsOf = ({ json }: Answer): readonly string[] =>
  ((json['errors'] ?? []) as { code: string; field: string; related?: { code: string }[] }[]).map(
    ({ code, field, related }) => [code, field, ...(related ?? []).map((one) => one.code)].join(' '),
  );

const AHEAD = 'EI-SCHEMA invoice.issue_date EI-KSEF-DATE';

describe('an invoice with a future date', () => {
  let api: RunningApi;
  let key: string;
  before(async () => {
    // Half past eleven at night in Poland: two hours ahead of UTC.
    const world = new World();
    world.clock.advance(13.5 * 3_600_000);
    api = await RunningApi.start(world);
    key = await api.world.clientKey('acme');
  });
  after(() => api.stop());

  const submit = (body: unknown): Promise<Answer> =>
    api.call('POST', '/invoices', { key, body, idempotencyKey: newIdempotencyKey() });

  it('is refused for KSeF in the answer to the call', async () => {
    const answer = await submit(toKsef(dated('2026-10-06')));
    assert.deepEqual([answer.status, findingsOf(answer)], [422, [AHEAD]]);
  });

  it('gets all findings in one answer', async () => {
    const answer = await submit(toKsef(all(dated('2026-10-06'), without('seller.vat_id'))));
    assert.deepEqual(findingsOf(answer), [AHEAD, 'EI-SCHEMA seller.vat_id EI-FA3-FORM']);
  });

  it('is refused in a large body, too', async () => {
    const text = JSON.stringify(toKsef(dated('2026-10-06')));
    const answer = await submit(text.replace('"document":{', `"document":{${' '.repeat(LARGE_BYTES)}`));
    assert.deepEqual([answer.status, findingsOf(answer)], [422, [AHEAD]]);
  });

  it('has no such finding if its date is unreadable', async () =>
    assert.deepEqual(findingsOf(await submit(toKsef(dated('tomorrow')))), ['EI-SCHEMA invoice.issue_date']));

  it('is reported by a dry run', async () => {
    const { json } = await api.call('POST', '/validate', { key, body: toKsef(dated('2026-10-06')) });
    const [schema] = json['layers'] as { layer: string; outcome: string; findings: { field: string }[] }[];
    assert.deepEqual(
      [schema?.layer, schema?.outcome, schema?.findings.map(({ field }) => field)],
      ['schema', 'invalid', ['invoice.issue_date']],
    );
  });

  it('is judged by the calendar of the day that a dry run names', async () => {
    const fieldsOn = async (day: string): Promise<readonly string[]> => {
      const { json } = await api.call('POST', `/validate?on=${day}`, {
        key,
        body: toKsef(dated('2026-10-06')),
      });
      const layers = json['layers'] as { findings: { field: string }[] }[];
      return layers.flatMap(({ findings }) => findings.map(({ field }) => field));
    };
    assert.deepEqual(await fieldsOn('2026-10-05'), ['invoice.issue_date']);
    assert.deepEqual(await fieldsOn('2026-10-07'), []);
  });

  it('is accepted on other routes', async () =>
    assert.equal((await submit(withDocument('invoice.issue_date', '2026-10-06'))).status, 202));

  it('is accepted from the start of its day in Poland, earlier than in UTC', async () => {
    assert.equal((await submit(toKsef(dated('2026-10-05')))).status, 202);
    api.world.clock.advance(3_600_000);
    assert.equal(api.world.clock.now().toISOString(), '2026-10-05T22:30:00.000Z');
    assert.equal((await submit(toKsef(dated('2026-10-06')))).status, 202);
  });
});
