import assert from 'node:assert/strict';
import { taskOf } from '../../../src/domain/lifecycle/lanes.ts';
import { example } from '../../support/erp.ts';
import { textOf, unspaced } from '../../support/pdf/read-pdf.ts';
import { newIdempotencyKey } from './bodies.ts';
import { checkingWorker } from './checking-worker.ts';
import type { RunningApi } from './harness.ts';
import { withOwnClients } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const OURS = { business_process: 'S1', notes: { PMT: 'Indemnité de 80 €.' } };
const OTHERS = { business_process: 'B7', notes: { PMT: 'Indemnité de 100 €.' } };

/** BT-23, and the note about late payment. */
function statedIn(xml: string): readonly unknown[] {
  const [, process] = /<cbc:ProfileID>(\w+)</.exec(xml) ?? [];
  const [, note] = /<cbc:Note>#PMT#([^<]*)</.exec(xml) ?? [];
  return [process, note];
}
const SAYS_OURS = ['S1', 'Indemnité de 80 €.'];
const USUAL = ['M1', 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 €.'];

const FRENCH = example('over-fr-pa');
const [LINE] = FRENCH.document['lines'] as readonly object[];
const LARGE = {
  ...FRENCH,
  document: { ...FRENCH.document, lines: Array.from({ length: 600 }, () => LINE) },
};

describe("the default for a route in a client's record", () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  withOwnClients((own) => ({ api, client, key } = own));

  const set = async (fr: object | null): Promise<void> => {
    const { status, text } = await api.call('PUT', `/clients/${client}/profile`, {
      key: OPERATOR_KEY,
      body: { fr },
    });
    assert.equal(status, 200, text);
  };
  const submit = async (body: object = FRENCH): Promise<string> => {
    const sent = { key, idempotencyKey: newIdempotencyKey(), body };
    const { status, json, text } = await api.call('POST', '/invoices', sent);
    assert.equal(status, 202, text);
    return String(json['id']);
  };
  const recordOf = async (id: string) => (await api.world.invoices.find(id))!;
  /** The document that the worker built. */
  async function builtOf(id: string): Promise<readonly unknown[]> {
    api.world.checked.length = 0;
    await checkingWorker(api.world).run(id, taskOf(await recordOf(id)).lane);
    return statedIn(new TextDecoder().decode(api.world.checked[0]?.bytes));
  }

  for (const [what, body] of [
    ['a document', FRENCH],
    ['a large document', LARGE],
  ] as const) {
    it(`is in ${what} of a dry run, with a finding`, async () => {
      await set(OURS);
      const { json } = await api.call('POST', '/validate', { key, body });
      const [document] = json['documents'] as readonly { content_base64: string }[];
      assert.deepEqual(statedIn(Buffer.from(document?.content_base64 ?? '', 'base64').toString()), SAYS_OURS);
      const layers = json['layers'] as readonly { findings: readonly { code: string; message: string }[] }[];
      const findings = layers
        .flatMap(({ findings }) => findings)
        .filter(({ message }) => message.includes('(fr.'));
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['EI-ADAPTED', 'EI-ADAPTED'],
      );
    });

    it(`is fixed with ${what}: a later change of the record does not change it`, async () => {
      await set(OURS);
      const id = await submit(body);
      await set(OTHERS);
      assert.deepEqual(await builtOf(id), SAYS_OURS);
    });

    it(`is not added to ${what} that was accepted before`, async () => {
      const id = await submit(body);
      await set(OURS);
      assert.deepEqual(await builtOf(id), USUAL);
    });
  }

  it('is sealed in the record of the invoice', async () => {
    await set(OURS);
    // Also over a route without defaults of its own: the sale may have to be reported by them.
    for (const id of [await submit(), await submit({ ...example('plain') })]) {
      const { sealedDefaults = '' } = await recordOf(id);
      assert.deepEqual(JSON.parse(await api.world.content.openText(client, sealedDefaults)), OURS);
    }
  });

  it('does not make another invoice of a duplicate', async () => {
    await set(OURS);
    const id = await submit();
    await set(OTHERS);
    assert.equal(await submit(), id);
  });

  it('is on the page of the invoice', async () => {
    await set(OURS);
    const id = await submit();
    await set(null);
    const answer = await fetch(`http://127.0.0.1:${api.port}/invoices/${id}/documents/view`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = unspaced((await textOf(new Uint8Array(await answer.arrayBuffer()))).join(' '));
    assert.ok(page.includes(unspaced('Indemnité de 80 €.')), page);
  });

  it('is refused with its path if France has no such value', async () => {
    const body = { fr: { business_process: 'Z9' } };
    const { status, json } = await api.call('PUT', `/clients/${client}/profile`, { key: OPERATOR_KEY, body });
    const [error] = json['errors'] as readonly { field: string; message: string }[];
    assert.deepEqual([status, error?.field], [400, 'fr.business_process']);
    assert.match(error?.message ?? '', /business processes of France/);
    assert.equal(await api.world.clients.find(client), undefined);
  });
});
