import assert from 'node:assert/strict';
import { precheck } from '../../../src/domain/checks/pre-check/precheck.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { CANONICAL_SCHEMA } from '../../../src/domain/invoice/schema.ts';
import { set, valueAt, type Json } from '../sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { textOf } from '../../support/text-of.ts';
import { type Leaf, leaves, otherThan, type Written, WRITTEN } from './member-samples.ts';

/** Members only for the PDF page; no XML has them (canonical-to-EN 16931 mapping, sections 1 and 3). */
const FOR_THE_PDF_PAGE = new Set(['lang', 'seller.brand_color', 'seller.accent_color', 'payment.paid_to']);

/** Members that other syntaxes leave out silently, without a loss. */
const FOR_OTHERS: Readonly<Record<string, ReadonlySet<string>>> = {
  'xrechnung-ubl': new Set(['lines[0].item_kind']),
  'xrechnung-cii': new Set(['lines[0].item_kind']),
  // It says how the document is sent.
  fa3: new Set(['pl.technical_correction']),
};

/** The answer of the service: the document itself, or the findings. */
async function said(document: Json, { route, format }: Written): Promise<string> {
  const read = parseCanonical(document);
  if (!read.ok) return JSON.stringify(read.findings);
  const findings = [...checkRoute(read.invoice, route, format), ...precheck(read.invoice)];
  const built = await DOCUMENTS.build(read.invoice, route, format);
  if (!built.ok) return JSON.stringify(findings) + JSON.stringify(built.findings);
  return JSON.stringify(findings) + textOf(built.document) + JSON.stringify(built.remarks);
}

const known = new Map<Written, Map<Json, Promise<string>>>();

/** The answer to a variant of the sample; it is the same for each member that is changed. */
function saidOfVariant(variant: Json, written: Written): Promise<string> {
  const answers = known.get(written) ?? new Map<Json, Promise<string>>();
  known.set(written, answers);
  const answer = answers.get(variant) ?? said(variant, written);
  answers.set(variant, answer);
  return answer;
}

/** The member itself, or one that contains it. */
async function isRefused(variant: Json, written: Written, path: string): Promise<boolean> {
  const text = await saidOfVariant(variant, written);
  const steps = path.split('.');
  const around = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  return [...around, ...around.map((one) => one.replace(/\[\d+\]$/, ''))].some((field) =>
    text.includes(`"field":"${field}"`),
  );
}

async function matters(variant: Json, written: Written, { path, member }: Leaf): Promise<boolean> {
  const value = valueAt(variant, path);
  if (value === undefined) return false;
  const changed = set(path, otherThan(value, member))(variant);
  return (await said(changed, written)) !== (await saidOfVariant(variant, written));
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
          assert.equal(await said(changed, written), await saidOfVariant(variant, written));
        else
          assert.ok(
            await counts(leaf, written),
            'another value changes neither the document nor the findings',
          );
      });
    }

    it('can be in an invoice, except members of another route', async () => {
      const texts = await Promise.all(variants.map((variant) => said(variant, written)));
      const refused = texts.map((text) => (text.startsWith('[]<?xml') ? '' : text));
      assert.deepEqual(
        refused.map((text) => /"field":"([^"]+)"/.exec(text)?.[1] ?? text),
        written.refused,
      );
    });
  });
