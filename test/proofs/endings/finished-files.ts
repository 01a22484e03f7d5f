import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { Erp, type Intake } from '../../support/erp.ts';
import { exampleBytes } from '../../support/example-file.ts';
import type { Service } from '../../support/service.ts';

/** How each example file ends, its kind, and the codes of its errors. */
const ENDS = {
  'xrechnung-ubl': { state: 'ready', kind: 'ubl', codes: [] },
  'xrechnung-cii': { state: 'ready', kind: 'cii', codes: [] },
  'broken-xrechnung-cii': { state: 'validation_failed', kind: 'cii', codes: ['BR-DE-15'] },
} as const;

const file = (name: string): Buffer => exampleBytes(`${name}.xml`);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Files that a client submits as they are, at two processes on one store. */
export function takesFinishedFiles(processes: () => readonly [one: Service, other: Service]): void {
  let one: Service;
  let other: Service;
  let erp: Erp;
  before(async () => {
    [one, other] = processes();
    erp = await Erp.of(one, 'files');
  });

  const post = async (service: Service, path: string, bytes: Uint8Array) => {
    const answer = await fetch(service.url + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${erp.key}`,
        'Content-Type': 'application/xml',
        'Idempotency-Key': randomUUID(),
      },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, json: (await answer.json()) as unknown };
  };
  const handIn = async (service: Service, bytes: Uint8Array, reference: string) => {
    const { status, json } = await post(
      service,
      `/invoices/xml?route=DE-XRECHNUNG&invoice_ref=${reference}`,
      bytes,
    );
    assert.equal(status, 202, JSON.stringify(json));
    return json as Intake;
  };

  for (const [name, { state, kind, codes }] of Object.entries(ENDS))
    it(`${name} ends ${state} with the submitted bytes`, async () => {
      const bytes = file(name);
      const { id } = await handIn(one, bytes, name);
      const shown = await erp.at(other).settled(id);
      assert.deepEqual([shown.state, shown.errors.map(({ code }) => code)], [state, codes]);
      assert.equal(shown.document_sha256, sha256(bytes));
      const kept = await erp.get(`/invoices/${id}/documents/${kind}`);
      assert.equal(sha256(Buffer.from(kept.text)), sha256(bytes));
      const report = await erp.get<{ layers: { layer: string }[] }>(
        `/invoices/${id}/documents/validation-report`,
      );
      assert.deepEqual(
        report.json.layers.map(({ layer }) => layer),
        ['xml-safety', 'xsd', 'en16931', 'xrechnung'],
      );
      if (state !== 'ready') return;
      const manifest = await erp.get<{ sha256: string; kind: string }>(`/invoices/${id}/documents/manifest`);
      assert.deepEqual([manifest.json.sha256, manifest.json.kind], [sha256(bytes), kind]);
    });

  it('are one invoice when the same bytes reach two processes at one instant', async () => {
    const bytes = Buffer.concat([file('xrechnung-ubl'), Buffer.from('\n<!-- twice -->')]);
    const taken = await Promise.all([handIn(one, bytes, 'a'), handIn(other, bytes, 'b')]);
    assert.equal(taken[0].id, taken[1].id);
    assert.equal(taken.filter(({ duplicate_of }) => duplicate_of !== undefined).length, 1);
  });

  it('are only checked', async () => {
    const { status, json } = await post(
      one,
      '/validate/xml?route=DE-XRECHNUNG',
      file('broken-xrechnung-cii'),
    );
    const { valid, layers } = json as {
      valid: boolean;
      layers: { layer: string; outcome: string; findings: { code: string }[] }[];
    };
    assert.deepEqual([status, valid], [200, false]);
    assert.deepEqual(
      layers
        .filter(({ outcome }) => outcome === 'invalid')
        .map(({ layer, findings }) => [layer, findings[0]?.code]),
      [['xrechnung', 'BR-DE-15']],
    );
  });

  it('have an error for their sender if the official rules themselves fail on them', async () => {
    const total = /<ram:TaxBasisTotalAmount>.*<\/ram:TaxBasisTotalAmount>/;
    const twice = file('xrechnung-cii').toString().replace(total, '$&$&');
    const { json } = await post(one, '/validate/xml?route=DE-XRECHNUNG', Buffer.from(twice));
    const { layers } = json as {
      layers: { layer: string; outcome: string; findings: { code: string; who_fixes: string }[] }[];
    };
    const { outcome, findings } = layers.find(({ layer }) => layer === 'en16931')!;
    assert.deepEqual(
      [outcome, findings.map(({ code, who_fixes }) => [code, who_fixes])],
      ['invalid', [['EI-RULES-END', 'erp']]],
    );
  });
}
