import assert from 'node:assert/strict';
import { precheck } from '../../../src/domain/checks/pre-check/precheck.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import type { Member } from '../../../src/domain/invoice/members.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { CANONICAL_SCHEMA } from '../../../src/domain/invoice/schema.ts';
import type { Format } from '../../../src/domain/vocabulary/formats.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { FULL, VARIANTS } from '../full-sample.ts';
import { FULL_ATTACHMENT, inPoland } from '../polish-sample.ts';
import { all, set, valueAt, without, type Json } from '../sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { textOf } from '../../support/text-of.ts';

/** Members that only the PDF page will show; they stand in no XML (canonical-to-EN 16931 mapping, sections 1 and 3). */
const FOR_THE_PDF_PAGE = new Set(['lang', 'seller.brand_color', 'seller.accent_color', 'payment.paid_to']);

/** Members that other syntaxes leave out silently, because nothing is lost by it. */
const FOR_OTHERS: Readonly<Record<string, ReadonlySet<string>>> = {
  'xrechnung-ubl': new Set(['lines[0].item_kind']),
  'xrechnung-cii': new Set(['lines[0].item_kind']),
};

/** Where an invoice is written, and the invoices that say everything between them. */
interface Written {
  readonly route: Route;
  readonly format: Format;
  readonly variants: readonly Json[];
  /** Of each variant, the member that it cannot be written with; nothing where it is written. */
  readonly refused: readonly string[];
}

/** So many variants that can be written. */
const written = (count: number): readonly string[] => Array.from({ length: count }, () => '');

const GERMAN = {
  route: 'DE-XRECHNUNG',
  variants: VARIANTS,
  // The law of Poland hangs on it.
  refused: [
    ...written(11),
    'pl.split_payment',
    ...written(6),
    ...['lines[0].unit_price_with_vat', 'pl.payments_received', 'advance_invoices[0]', 'advance_invoices[0]'],
    '',
    '',
    'lines[0].before_correction',
  ],
} as const;

/** The same in Poland, with what cannot stand in FA(3) left out of all but the last ones. */
const POLISH: readonly Json[] = [
  ...VARIANTS.map(inPoland),
  all(without('invoice.vat_currency'), without('invoice.vat_exchange_rate'))(inPoland(FULL)),
  set('profile', 'xrechnung')(inPoland(FULL)),
  all(set('invoice.type_code', 380))(inPoland(FULL)),
  set('attachments[0]', FULL_ATTACHMENT)(inPoland(FULL)),
];

const WRITTEN: readonly Written[] = [
  { ...GERMAN, format: 'xrechnung-ubl' },
  { ...GERMAN, format: 'xrechnung-cii' },
  {
    route: 'PL-KSEF',
    format: 'fa3',
    variants: POLISH,
    refused: [
      ...written(12),
      'buyer.is_consumer',
      ...written(12),
      ...['invoice.vat_exchange_rate', 'profile', '', 'attachments[0]'],
    ],
  },
];

/** All that the service says about a document: the document itself, or what is wrong. */
async function said(document: Json, { route, format }: Written): Promise<string> {
  const read = parseCanonical(document);
  if (!read.ok) return JSON.stringify(read.findings);
  const findings = [...checkRoute(read.invoice, route, format), ...precheck(read.invoice)];
  const built = await DOCUMENTS.build(read.invoice, route, format);
  if (!built.ok) return JSON.stringify(findings) + JSON.stringify(built.findings);
  return JSON.stringify(findings) + textOf(built.document) + JSON.stringify(built.remarks);
}

interface Leaf {
  readonly path: string;
  readonly member: Member;
}

/** Every member that holds a value; lists are asked for their first entry. */
function leaves(member: Member, path = ''): Leaf[] {
  if (member.kind === 'list') return leaves(member.of, `${path}[0]`);
  if (member.kind !== 'group') return [{ path, member }];
  return [...member.members].flatMap(([name, { member: inner }]) =>
    leaves(inner, path ? `${path}.${name}` : name),
  );
}

/** Another value that the schema takes too. */
function otherThan(value: unknown, member: Member): unknown {
  switch (member.kind) {
    case 'date':
      return value === '2025-01-01' ? '2025-01-02' : '2025-01-01';
    case 'code':
      return [...member.list].find((code) => code !== String(value));
    case 'number':
      return Number(value) + 1;
    case 'boolean':
      return value !== true;
    default:
      return member.kind === 'text' && member.pattern
        ? String(value).replace(/.$/, 'f')
        : `${String(value)}xyz1`;
  }
}

/** Itself, or what it is part of. */
async function isRefused(document: Json, written: Written, path: string): Promise<boolean> {
  const text = await said(document, written);
  const steps = path.split('.');
  return steps.some((_, index) => text.includes(`"field":"${steps.slice(0, index + 1).join('.')}"`));
}

async function matters(document: Json, written: Written, { path, member }: Leaf): Promise<boolean> {
  const value = valueAt(document, path);
  if (value === undefined) return false;
  const changed = set(path, otherThan(value, member))(document);
  return (await said(changed, written)) !== (await said(document, written));
}

async function counts(leaf: Leaf, written: Written): Promise<boolean> {
  for (const document of written.variants)
    if ((await isRefused(document, written, leaf.path)) || (await matters(document, written, leaf)))
      return true;
  return false;
}

for (const written of WRITTEN)
  describe(`every member of the canonical invoice, in ${written.format}`, () => {
    const { variants } = written;
    for (const leaf of leaves(CANONICAL_SCHEMA)) {
      const { path, member } = leaf;
      const variant = variants.find((document) => valueAt(document, path) !== undefined);

      it(`is written, used or refused: ${path}`, async () => {
        assert.ok(variant, 'no variant of the sample has this member');
        const changed = set(path, otherThan(valueAt(variant, path), member))(variant);
        if (FOR_THE_PDF_PAGE.has(path) || FOR_OTHERS[written.format]?.has(path))
          assert.equal(await said(changed, written), await said(variant, written));
        else
          assert.ok(
            await counts(leaf, written),
            'another value changes neither the document nor what is said about it',
          );
      });
    }

    it('can be in an invoice, except those that another route needs', async () => {
      const texts = await Promise.all(variants.map((variant) => said(variant, written)));
      const refused = texts.map((text) => (text.startsWith('[]<?xml') ? '' : text));
      assert.deepEqual(
        refused.map((text) => /"field":"([^"]+)"/.exec(text)?.[1] ?? text),
        written.refused,
      );
    });
  });
