import assert from 'node:assert/strict';
import { join } from 'node:path';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { statesExtension } from '../../../src/domain/invoice/extended-members.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { Erp, type Intake, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { type OfficialRules, officialRules } from '../../support/official-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { publicSamples, type Sample } from '../../support/samples.ts';
import { type Service, startService } from '../../support/service.ts';
import type { Exception, Terms, Verdict } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';

/** Samples for which the reported rule differs from the one that the original breaks. */
const REPORTED_FOR: Readonly<Record<string, readonly string[]>> = {
  'BR-DE-2': ['BR-DE-5'], // an empty contact has no content
  'BR-49': ['BR-DE-1'], // a payment reference outside the group of payment means
  'BR-53': ['PEPPOL-EN16931-R054'], // a VAT currency without its total
};

const EXCEPTIONS: readonly Exception[] = [
  { difference: /^-PEPPOL-EN16931-R001$/, cause: 'none of our documents lacks the process (BT-23)' },
  // Refusals without an official id, by field; with the official ids of the same rule if there are any.
  { difference: /^\+\S*iban /, cause: 'a payment to an IBAN with wrong check digits fails' },
  { difference: /^\+invoice\.type_code /, cause: 'the contract has nine types' },
  { difference: /^\+\S*\.vat_category /, cause: 'B, split payment, is for Italy alone' },
  {
    difference: /^\+\S*\.classification\[0\]\.list /,
    cause: 'a list that only one specification knows (BR-CL-13)',
  },
  { difference: /^\+\S*\.unit_price /, cause: 'more than eight decimals' },
  { difference: /^\+lines /, cause: 'an extract without lines (BR-16)' },
  { difference: /^\+buyer\.address /, cause: 'an extract without addresses (BR-10)' },
];

/** A sample that is not ready has only findings of which the original breaks the rule as well. */
const explained: Terms = (ours, broken) =>
  ours.length === 0
    ? broken.map((id) => `-${id}`)
    : ours.filter((finding) => !isOfficial(finding, broken)).map((finding) => `+${finding}`);

/** A finding is its field and the ids of its rules. */
const isOfficial = (finding: string, broken: Verdict): boolean =>
  finding
    .split(' ')
    .slice(1)
    .some((id) => [id, ...(REPORTED_FOR[id] ?? [])].some((one) => broken.includes(one)));

interface Reported {
  readonly code: string;
  readonly field?: string;
  readonly related?: readonly { readonly code: string }[];
}

const lineOf = ({ code, field = '', related = [] }: Reported): string =>
  [field, ...(related.length > 0 ? related.map((one) => one.code) : [code])].join(' ');

/** An XRechnung refuses members of an extension by their names. */
function statesExtended(canonical: unknown): boolean {
  const parsed = parseCanonical(canonical);
  return parsed.ok && statesExtension(parsed.invoice);
}

/** A key may submit twenty invoices at one moment. */
const SAMPLES_PER_CLIENT = 15;

describeByReference('public samples, submitted as canonical invoices', () => {
  const samples = [...publicSamples()].filter(({ canonical }) => !statesExtended(canonical));
  const { path, remove } = emptyFolder();
  let service: Service;
  let rules: Record<Sample['syntax'], OfficialRules>;
  before(async () => {
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

  let clients = 0;
  let erp: Erp;
  let submitted = 0;

  /** The findings against a sample; empty if it ends ready. */
  async function submit({ name, syntax, canonical }: Sample): Promise<Verdict> {
    if (submitted++ % SAMPLES_PER_CLIENT === 0) erp = await Erp.of(service, `samples-${(clients += 1)}`);
    const { status, json } = await erp.post<Intake & { errors: readonly Reported[] }>('/invoices', {
      route: 'DE-XRECHNUNG',
      formats: [`xrechnung-${syntax}`],
      invoice_ref: name.slice(-100),
      document: canonical,
    });
    if (status === 422) return json.errors.map(lineOf);
    assert.equal(status, 202, JSON.stringify(json));
    const { state, errors }: Shown = await erp.settled(json.id);
    if (state === 'ready') return [];
    return (errors.length > 0 ? errors : [{ code: state }]).map(lineOf);
  }

  itAgrees(
    'end ready, or get the findings of the official rules on the original',
    { compared: 150, accepted: 55 },
    () => ({
      corpus: samples.map((sample) => ({ name: sample.name, document: sample })),
      engines: { 'the service': submit },
      judge: officialIds,
      by: explained,
      exceptions: EXCEPTIONS,
    }),
  );
});
