import { withEnglish } from '../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseErpTotals } from '../../src/domain/checks/pre-check/erp-totals.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import { precheck } from '../../src/domain/checks/pre-check/precheck.ts';
import { checkRoute } from '../../src/domain/routes/check-route.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import { readJson } from '../../src/domain/json/read-json.ts';
import { defaultFormat } from '../../src/domain/routes/formats.ts';
import { ciusRoRules, fatalIds } from '../support/cius-ro-rules.ts';
import { officialRules, type OfficialRules } from '../support/official-rules.ts';
import { describeByReference } from '../support/reference-data.ts';
import { fa3Schema, officialSchemas } from '../support/official-schemas.ts';
import { textOf } from '../support/text-of.ts';
import { DOCUMENTS } from '../support/documents.ts';

const FOLDER = fileURLToPath(new URL('../../examples', import.meta.url));

/** The refusals before a document is built. */
const EXAMPLES: Record<string, string[]> = {
  'allowances-and-charges': [],
  'broken-iban': ['EI-ID-IBAN payment.iban'],
  'broken-totals': [
    'EI-TOTALS-MISMATCH erp_totals.total_vat',
    'EI-TOTALS-MISMATCH erp_totals.total_with_vat',
  ],
  'broken-vat-id-without-country': ['EI-SCHEMA seller.vat_id'],
  'credit-note': [],
  exempt: [],
  'over-peppol': [],
  'over-pl-ksef': [],
  'over-fr-pa': [],
  'over-ro-efactura': [],
  plain: [],
  'reverse-charge': [],
  'several-vat-rates': [],
  'thousand-lines': [],
  zugferd: [],
};

function example(name: string) {
  const read = readJson(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
  assert.ok(read.ok);
  const { document, erp_totals, route } = read.value as {
    document: unknown;
    erp_totals?: unknown;
    route: 'DE-XRECHNUNG' | 'PEPPOL' | 'RO-EFACTURA' | 'PL-KSEF' | 'FR-PA';
  };
  const parsed = parseCanonical(document);
  const totals = parseErpTotals(erp_totals);
  assert.ok(parsed.ok && totals.ok);
  return { invoice: parsed.invoice, totals: totals.totals, route, format: defaultFormat(route) };
}

async function document(name: string) {
  const { invoice, route, format } = example(name);
  const built = await DOCUMENTS.build(invoice, route, format);
  assert.ok(built.ok);
  return built.document;
}

describe('the examples', () => {
  it('are all listed here', () =>
    assert.deepEqual(
      readdirSync(FOLDER)
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.replace('.json', ''))
        .sort(),
      Object.keys(EXAMPLES).sort(),
    ));

  for (const [name, refusals] of Object.entries(EXAMPLES))
    it(`${name}: ${refusals.length > 0 ? refusals.join(', ') : 'has no finding before it is built'}`, () => {
      const { invoice, totals, route, format } = example(name);
      const findings = [...checkRoute(invoice, route, format), ...precheck(invoice, totals)];
      assert.deepEqual(
        findings.map(({ code, field }) => `${code} ${field}`),
        refusals,
      );
      assert.ok(findings.every(isError));
    });

  it('have numbers of their own', () => {
    const numbers = Object.keys(EXAMPLES).map((name) => example(name).invoice.invoice.number);
    assert.equal(new Set(numbers).size, numbers.length);
  });

  it('show a thousand lines in one file of moderate size', () => {
    assert.equal(example('thousand-lines').invoice.lines.length, 1000);
    assert.ok(statSync(join(FOLDER, 'thousand-lines.json')).size < 300_000);
  });
});

describeByReference('the examples, held to the official schema', () => {
  let schemas: ReturnType<typeof officialSchemas>;
  before(() => (schemas = officialSchemas()));
  after(() => Object.values(schemas).forEach((schema) => schema.dispose()));

  for (const name of Object.keys(EXAMPLES).filter((one) => example(one).route !== 'PL-KSEF'))
    it(`${name} is valid`, async () => {
      const { syntax, bytes } = await document(name);
      assert.ok(syntax === 'ubl-invoice' || syntax === 'ubl-creditnote');
      assert.deepEqual(withEnglish(schemas[syntax].check(bytes)), {
        kind: 'verdict',
        findings: [],
      });
    });
});

describeByReference('the Polish example', () => {
  it('is valid FA(3)', async () => {
    const schema = fa3Schema();
    try {
      const { bytes } = await document('over-pl-ksef');
      assert.deepEqual(withEnglish(schema.check(bytes)), { kind: 'verdict', findings: [] });
    } finally {
      schema.dispose();
    }
  });
});

/** The rules that an example breaks on purpose, or none. */
const HELD_TO_OTHERS: ReadonlySet<string> = new Set(['RO-EFACTURA', 'PL-KSEF', 'FR-PA']);

describeByReference('the examples, held to the official rules', () => {
  let rules: OfficialRules;
  before(async () => {
    rules = await officialRules();
  });

  for (const name of Object.keys(EXAMPLES).filter((one) => !HELD_TO_OTHERS.has(example(one).route))) {
    const breaks = name === 'broken-vat-id-without-country' ? ['BR-CO-09'] : [];
    it(`${name} breaks ${breaks.join(' ') || 'none'}`, async () =>
      assert.deepEqual(await rules.broken(textOf(await document(name))), breaks));
  }
});

describe('the Romanian example', () => {
  it('breaks no rule of CIUS-RO', async function () {
    const rules = await ciusRoRules();
    assert.deepEqual(fatalIds(await rules(textOf(await document('over-ro-efactura')))), []);
  });
});
