import assert from 'node:assert/strict';
import { readFa3 } from '../../../src/domain/documents/fa3/read-fa3.ts';
import { readDocument } from '../../../src/domain/documents/read-document.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { CANONICAL_SCHEMA } from '../../../src/domain/invoice/schema.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { textOf } from '../../support/text-of.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import {
  EXTENDED_AMOUNTS,
  EXTENDED_HEADER,
  EXTENDED_LINE,
  EXTENDED_PARTIES,
  EXTENDED_PAYEE,
} from '../../domain/full-sample.ts';
import { set, valueAt, type Json } from '../../domain/sample.ts';
import {
  type Leaf,
  leaves,
  otherThan,
  type Written,
  WRITTEN,
} from '../../domain/documents/member-samples.ts';

/** Members that are not in a finished file, by the start of their path, each with the reason. */
type NotRead = Readonly<Record<string, string>>;

const ANYWHERE: NotRead = {
  lang: 'the language of the page',
  profile: 'chooses the rules',
  'seller.brand_color': 'the colour of the page',
  'seller.accent_color': 'the colour of the page',
  'payment.paid_to': 'is shown on the page',
};

/** For documents of EN 16931 (no-term.ts): refused, used or EI-NOT-WRITTEN. */
const EN16931: NotRead = {
  ...ANYWHERE,
  'invoice.business_process': 'the specification has a process of its own: EI-NOT-WRITTEN',
  'buyer.is_consumer': 'EI-NOT-WRITTEN',
  'payee.is_factor': 'EI-NOT-WRITTEN',
  'payment.prepaid_date': 'EI-NOT-WRITTEN',
  'preceding_invoices[0].route_number': 'EI-NOT-WRITTEN',
  'preceding_invoices[0].type_code': 'EI-NOT-WRITTEN',
  advance_invoices: 'refused, but on FR-PA: BT-25 and BT-113',
  'correction.effect': 'EI-NOT-WRITTEN',
  'correction.period': 'EI-NOT-WRITTEN',
  'correction.right_number': 'EI-NOT-WRITTEN',
  'correction.amount_before': 'refused',
  'correction.seller_before': 'EI-NOT-WRITTEN',
  'correction.buyers_before': 'EI-NOT-WRITTEN',
  pl: 'refused or EI-NOT-WRITTEN',
  'lines[0].item_kind': 'BT-23 of France follows from it',
  'lines[0].unit_price_with_vat': 'refused',
  'lines[0].before_correction': 'refused',
  'lines[0].pl': 'EI-NOT-WRITTEN',
};

/** Members of EXTENDED-CTC-FR; extended.test.ts reads them back. */
const EXTENDED = Object.fromEntries(
  [
    ...Object.keys(EXTENDED_LINE).map((name) => `lines[0].${name}`),
    ...Object.keys(EXTENDED_PAYEE).map((name) => `payee.${name}`),
    ...EXTENDED_PARTIES,
    ...Object.keys(EXTENDED_HEADER),
    ...EXTENDED_AMOUNTS.flatMap((path) => [`${path}.vat_exemption_reason`, `${path}.vat_exemption_code`]),
    'lines[0].attributes[0].code',
  ].map((path) => [path, 'refused, but on FR-PA']),
);

const NOT_READ: Readonly<Record<string, NotRead>> = {
  'xrechnung-ubl': { ...EN16931, ...EXTENDED },
  'xrechnung-cii': { ...EN16931, ...EXTENDED },
  fa3: {
    ...ANYWHERE,
    ...EXTENDED,
    'invoice.business_process': 'of France: EI-NOT-WRITTEN',
    'seller.endpoint': 'EI-NOT-WRITTEN',
    'buyer.endpoint': 'EI-NOT-WRITTEN',
    'buyer.is_consumer': 'BrakID, as of a buyer without number',
    'advance_invoices[0].issue_date': 'EI-NOT-WRITTEN',
    'pl.one_stop_shop': 'the sample sells to a business, so it is refused; round-trip.test.ts reads it back',
    'pl.offline': 'how the invoice is issued: offlineMode of the call',
    'pl.technical_correction': 'how the invoice is issued: hashOfCorrectedInvoice of the call',
    'attachments[0].filename': 'refused',
    'attachments[0].mime': 'refused',
    'attachments[0].content_base64': 'refused',
  },
};

/** What a reader finds in the document of an invoice; undefined if no document is built. */
async function readBack(document: Json, { route, format }: Written): Promise<string | undefined> {
  const parsed = parseCanonical(document);
  const built = parsed.ok ? await DOCUMENTS.build(parsed.invoice, route, format) : undefined;
  if (!parsed.ok || !built?.ok) return undefined;
  const root = xmlRoot(textOf(built.document));
  const syntax = format === 'xrechnung-cii' ? 'cii' : 'ubl';
  const { invoice } =
    format === 'fa3'
      ? readFa3(root)
      : readDocument(SYNTAXES.formOf(syntax, parsed.invoice.invoice.typeCode), root);
  return JSON.stringify(invoice);
}

/** The expected reading of members whose value cannot change without a conflict with the rest of the invoice. */
const READ_AS: Readonly<Record<string, string>> = {
  'lines[0].before_correction': '"state":"before"',
  'pl.reverse_charge': '"category":"AE"',
};

const readings = new Map<Json, Promise<string | undefined>>();

/** Reads a variant once. */
function reading(document: Json, written: Written): Promise<string | undefined> {
  const earlier = readings.get(document) ?? readBack(document, written);
  readings.set(document, earlier);
  return earlier;
}

/** Whether another value of a member changes what is read. For a member without another possible value: whether it is read. */
async function isReadBack({ path, member }: Leaf, written: Written): Promise<boolean> {
  let isRead = false;
  for (const document of written.variants) {
    const value = valueAt(document, path);
    const before = value === undefined ? undefined : await reading(document, written);
    if (before === undefined) continue;
    const after = await readBack(set(path, otherThan(value, member))(document), written);
    if (after !== undefined && after !== before) return true;
    isRead ||= after === undefined && before.includes(READ_AS[path] ?? String(value));
  }
  return isRead;
}

const isListed = (path: string, listed: string): boolean =>
  path === listed || path.startsWith(`${listed}.`) || path.startsWith(`${listed}[`);

for (const written of WRITTEN)
  describe(`members of the canonical invoice, read from a finished file: ${written.format}`, () => {
    const notRead = NOT_READ[written.format] ?? {};
    before(() => readings.clear());

    for (const leaf of leaves(CANONICAL_SCHEMA)) {
      const why = Object.entries(notRead).find(([listed]) => isListed(leaf.path, listed))?.[1];
      it(`${leaf.path}: ${why ?? 'is read back'}`, async () =>
        assert.equal(await isReadBack(leaf, written), why === undefined));
    }
  });
