import assert from 'node:assert/strict';
import { join } from 'node:path';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { Erp, type Intake, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { type OfficialRules, officialRules } from '../../support/official-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { publicSamples, type Sample } from '../../support/samples.ts';
import { type Service, startService } from '../../support/service.ts';

/** Official rules that none of our documents can break, although the sample did. */
const MENDED = new Set([
  'PEPPOL-EN16931-R001', // the process (BT-23) is written
]);

/** Samples for which the reported rule differs from the one that the original breaks. */
const TOLD_FOR: Readonly<Record<string, readonly string[]>> = {
  'BR-DE-2': ['BR-DE-5'], // an empty contact has no content
  'BR-49': ['BR-DE-1'], // a payment reference outside the group of payment means
  'BR-53': ['PEPPOL-EN16931-R054'], // a VAT currency without its total
};

/** Refusals without an official id: by field, with the official ids of the same rule if there are any. */
const OUR_OWN: readonly { readonly field: RegExp; readonly why: string }[] = [
  { field: /iban$/, why: 'a payment to an IBAN with wrong check digits fails' },
  { field: /^invoice\.type_code$/, why: 'the contract has nine types' },
  { field: /\.vat_category$/, why: 'B, split payment, is for Italy alone' },
  { field: /\.classification\[0\]\.list$/, why: 'a list that only one specification knows (BR-CL-13)' },
  { field: /\.unit_price$/, why: 'more than eight decimals' },
  { field: /^lines$/, why: 'an extract without lines (BR-16)' },
  { field: /^buyer\.address$/, why: 'an extract without addresses (BR-10)' },
];

interface Told {
  readonly code: string;
  readonly field?: string;
  readonly related?: readonly { readonly code: string }[];
}

/** A key may submit twenty invoices at one moment. */
const SAMPLES_PER_CLIENT = 15;

describeByReference('public samples, submitted as canonical invoices', () => {
  const samples = [...publicSamples()];
  const { path, remove } = emptyFolder();
  let service: Service;
  let rules: Record<Sample['syntax'], OfficialRules>;
  before(async function () {
    this.timeout(120_000);
    rules = { ubl: await officialRules('ubl'), cii: await officialRules('cii') };
    service = await startService({
      cwd: path,
      env: { STORE_URL: `sqlite:${join(path, 'ids.db')}`, OPERATOR_KEY },
    });
  });
  after(async () => {
    await service?.stop();
    remove();
  });

  /** Fatal ids of the official rules on the sample itself, with the BT-24 of XRechnung. */
  const officialIds = ({ syntax, text, specification }: Sample): Promise<string[]> =>
    rules[syntax].broken(text.replaceAll(`>${specification}<`, `>${XRECHNUNG.specification}<`));

  /** The findings against it; empty if it ends ready. */
  async function told(erp: Erp, { name, syntax, canonical }: Sample): Promise<readonly Told[]> {
    const { status, json } = await erp.post<Intake & { errors: readonly Told[] }>('/invoices', {
      route: 'DE-XRECHNUNG',
      formats: [`xrechnung-${syntax}`],
      invoice_ref: name.slice(-100),
      document: canonical,
    });
    if (status === 422) return json.errors;
    assert.equal(status, 202, JSON.stringify(json));
    const { state, errors }: Shown = await erp.settled(json.id);
    if (state === 'ready') return [];
    return errors.length > 0 ? errors : [{ code: state }];
  }

  const isOfficial = ({ code, field = '', related = [] }: Told, ids: readonly string[]): boolean => {
    const named = related.length > 0 ? related.map((one) => one.code) : [code];
    return (
      named.some((id) => [id, ...(TOLD_FOR[id] ?? [])].some((one) => ids.includes(one))) ||
      OUR_OWN.some((own) => own.field.test(field))
    );
  };

  it('end ready, or get the findings of the official rules on the original', async function () {
    this.timeout(600_000);
    const wrong: string[] = [];
    let erp = await Erp.of(service, 'samples');
    let ready = 0;
    for (const [index, sample] of samples.entries()) {
      if (index % SAMPLES_PER_CLIENT === 0) erp = await Erp.of(service, `samples-${index}`);
      const findings = await told(erp, sample);
      const official = await officialIds(sample);
      if (findings.length === 0) ready += 1;
      const unlike =
        findings.length === 0
          ? official.filter((id) => !MENDED.has(id))
          : findings.filter((one) => !isOfficial(one, official)).map((one) => JSON.stringify(one));
      if (unlike.length > 0) wrong.push(`${sample.name}: ${unlike.join(', ')} (${official.join(', ')})`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(samples.length >= 150 && ready >= 55, `${ready} of ${samples.length} were ready`);
  });
});
