import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frenchInvoice } from '../../domain/french-sample.ts';
import { all, set, type Edit } from '../../domain/sample.ts';
import { frenchDocument } from '../../rules/fr-ctc/base.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

interface Check {
  readonly valid: boolean | null;
  readonly layers: readonly {
    readonly layer: string;
    readonly outcome: string;
    readonly reason?: string;
    readonly findings: readonly {
      readonly code: string;
      readonly field?: string;
      readonly severity: string;
      readonly message: string;
    }[];
  }[];
}

/** A line that belongs to a line that does not occur. */
const WITHOUT_PARENT = {
  ubl: [
    '</cbc:LineExtensionAmount><cac:Item>',
    '</cbc:LineExtensionAmount><cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-2026-1</cbc:ID>' +
      '<cbc:DocumentStatusCode>DETAIL</cbc:DocumentStatusCode></cac:InvoiceDocumentReference>' +
      '<cac:BillingReferenceLine><cbc:ID>9</cbc:ID></cac:BillingReferenceLine></cac:BillingReference><cac:Item>',
  ],
  cii: [
    '<ram:LineID>1</ram:LineID>',
    '<ram:LineID>1</ram:LineID><ram:ParentLineID>9</ram:ParentLineID>' +
      '<ram:LineStatusReasonCode>DETAIL</ram:LineStatusReasonCode>',
  ],
} as const;

describe('an invoice for France, on a fresh clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'france-'));
  let service: Service;
  let key: string;
  before(async () => {
    service = await startService({ cwd: folder, env: { OPERATOR_KEY } });
    ({ key } = await Erp.of(service, 'france'));
  });
  after(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function asked(path: string, type: string, body: string): Promise<Check> {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type };
    const answer = await fetch(service.url + path, { method: 'POST', headers, body });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as Check;
  }
  const json = (format: string, ...edits: readonly Edit[]) =>
    asked(
      '/validate',
      'application/json',
      JSON.stringify({ route: 'FR-PA', formats: [format], document: all(...edits)(frenchInvoice()) }),
    );
  const xml = (text: string) => asked('/validate/xml?route=FR-PA', 'application/xml', text);
  const ended = ({ layers }: Check): readonly string[] =>
    layers.map(({ layer, outcome }) => `${layer} ${outcome}`);

  const OFFICIAL = ['xsd valid', 'en16931 valid', 'fr-ctc valid'];
  for (const syntax of ['ubl', 'cii'] as const) {
    it(`is valid in every layer: ${syntax}`, async () => {
      const check = await json(syntax);
      assert.deepEqual(ended(check).slice(-3), OFFICIAL, JSON.stringify(check.layers));
      assert.equal(check.valid, true);
    });

    it(`is refused before it is built, by the member to change: ${syntax}`, async () => {
      const check = await json(syntax, set('lines[0].vat_rate', 19));
      // Warnings may stand beside it: the rate is doubtful in itself.
      const [{ field, message } = { message: '' }] = check.layers
        .flatMap(({ findings }) => findings)
        .filter(({ severity }) => severity === 'error')
        .slice(-1);
      assert.deepEqual([check.valid, field], [false, 'lines[0].vat_rate']);
      assert.match(message, /BR-FR-16/);
    });

    it(`is checked as a file: ${syntax}`, async () => {
      const text = await frenchDocument(syntax);
      assert.deepEqual(ended(await xml(text)).slice(-3), OFFICIAL);
      const broken = await xml(text.replaceAll('>PJA<', '>Plan<'));
      assert.deepEqual(
        broken.layers.flatMap(({ findings }) => findings.map(({ code }) => code)),
        ['BR-FR-17_BT-123'],
      );
    });

    it(`is judged by the rules of the extension under its name, and EN 16931 refuses nothing: ${syntax}`, async () => {
      const text = (await frenchDocument(syntax)).replace(
        '>urn:cen.eu:en16931:2017<',
        `>${BT24.extendedCtcFr}<`,
      );
      const check = await xml(text);
      assert.deepEqual(ended(check).slice(-4), [...OFFICIAL, 'fr-extended valid']);
      assert.equal(check.valid, true, JSON.stringify(check.layers));
      const [from, to] = WITHOUT_PARENT[syntax];
      const broken = await xml(text.replace(from, to));
      assert.deepEqual(ended(broken).slice(-4), [...OFFICIAL, 'fr-extended invalid']);
      const last = broken.layers.at(-1);
      assert.deepEqual(
        last?.findings.map(({ code }) => code),
        ['BR-FREXT-11'],
      );
    });
  }
});
