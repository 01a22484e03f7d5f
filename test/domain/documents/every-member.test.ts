import assert from 'node:assert/strict';
import { precheck } from '../../../src/domain/checks/pre-check/precheck.ts';
import { checkRoute } from '../../../src/domain/checks/early-rules/route-rules.ts';
import type { Member } from '../../../src/domain/invoice/members.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { CANONICAL_SCHEMA } from '../../../src/domain/invoice/schema.ts';
import { VARIANTS } from '../full-sample.ts';
import { set, valueAt, type Json } from '../sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { textOf } from '../../support/text-of.ts';

/** Members that only the PDF page will show; they stand in no XML (canonical-to-EN 16931 mapping, sections 1 and 3). */
const FOR_THE_PDF_PAGE = new Set(['lang', 'seller.brand_color', 'seller.accent_color', 'payment.paid_to']);

type Written = 'xrechnung-ubl' | 'xrechnung-cii';

/** All that the service says about a document: the document itself, or what is wrong. */
async function said(document: Json, format: Written): Promise<string> {
  const read = parseCanonical(document);
  if (!read.ok) return JSON.stringify(read.findings);
  const findings = [...checkRoute(read.invoice, 'DE-XRECHNUNG', format), ...precheck(read.invoice)];
  const built = await DOCUMENTS.build(read.invoice, 'DE-XRECHNUNG', format);
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
    default:
      return member.kind === 'text' && member.pattern
        ? String(value).replace(/.$/, 'f')
        : `${String(value)}xyz1`;
  }
}

const isRefused = async (document: Json, format: Written, path: string): Promise<boolean> =>
  (await said(document, format)).includes(`"field":"${path}"`);

async function matters(document: Json, format: Written, { path, member }: Leaf): Promise<boolean> {
  const value = valueAt(document, path);
  if (value === undefined) return false;
  const changed = set(path, otherThan(value, member))(document);
  return (await said(changed, format)) !== (await said(document, format));
}

async function counts(leaf: Leaf, format: Written): Promise<boolean> {
  for (const document of VARIANTS)
    if ((await isRefused(document, format, leaf.path)) || (await matters(document, format, leaf)))
      return true;
  return false;
}

for (const format of ['xrechnung-ubl', 'xrechnung-cii'] as const)
  describe(`every member of the canonical invoice, in ${format}`, () => {
    for (const leaf of leaves(CANONICAL_SCHEMA)) {
      const { path, member } = leaf;
      const variant = VARIANTS.find((document) => valueAt(document, path) !== undefined);

      it(`is written, used or refused: ${path}`, async () => {
        assert.ok(variant, 'no variant of the sample has this member');
        const changed = set(path, otherThan(valueAt(variant, path), member))(variant);
        if (FOR_THE_PDF_PAGE.has(path))
          assert.equal(await said(changed, format), await said(variant, format));
        else
          assert.ok(
            await counts(leaf, format),
            'another value changes neither the document nor what is said about it',
          );
      });
    }

    it('can stand in a German invoice, but for those that another route needs', async () => {
      const texts = await Promise.all(VARIANTS.map((variant) => said(variant, format)));
      const refused = texts.map((text) => (text.startsWith('[]<?xml') ? '' : text));
      assert.deepEqual(
        refused.map((text) => /"field":"([^"]+)"/.exec(text)?.[1] ?? text),
        ['', '', '', '', '', '', '', '', 'payment.prepaid_date', ''],
      );
    });
  });
