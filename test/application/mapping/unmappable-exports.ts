import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { canonicalSteps } from '../../../src/application/checking/canonical-steps.ts';
import { findingsAtOnce } from '../../../src/application/checking/own-layers.ts';
import { canonicalSource, readingOf } from '../../../src/application/checking/subject.ts';
import { type Finding, isError } from 'en16931-rules/vocabulary/finding.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';
import type { ConnectorSettings, Mapping } from '../../../src/domain/mapping/mapping.ts';
import { defaultFormat } from '../../../src/domain/routes/formats.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { aTable, anObject, type Changeable, type WrongValues } from '../../support/changed-exports.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { example } from '../../support/erp.ts';
import { MAPPINGS } from '../../support/mappings.ts';

const STEPS = canonicalSteps({ documents: DOCUMENTS, log: { error: () => undefined } });

function read(value: unknown): unknown {
  const opened = readJson(JSON.stringify(value));
  assert.ok(opened.ok);
  return opened.value;
}

function mappingOf(connector: string): Mapping {
  const chosen = MAPPINGS.choose(connector, undefined);
  assert.ok(chosen.ok);
  return chosen.mapping;
}

/** An example export with a seller of a country, on the route of that country. */
interface Case extends Changeable {
  readonly mapping: Mapping;
  readonly route: Route;
  readonly settings: ConnectorSettings;
}

function caseOf(connector: string, name: string, route: Route, seller?: string): Case {
  const mapping = mappingOf(connector);
  const { seller: own, payment } = seller === undefined ? mapping.example : example(seller).document;
  const settings = { ...mapping.example, seller: read(own), payment: read(payment) };
  return { mapping, route, settings, ...(mapping.csv ? aTable(name, CELLS[route]) : anObject(name)) };
}

/** The cells of the example that differ in another country. */
const CELLS: Partial<Record<Route, Readonly<Record<string, string>>>> = {
  'PL-KSEF': {
    ...{ Währung: 'PLN', 'USt-Satz': '23', 'Summe netto': '', 'Summe USt': '', 'Summe brutto': '' },
  },
};

/** The findings of the immediate answer. */
async function errorsOf({ mapping, route, settings }: Case, exported: unknown): Promise<readonly Finding[]> {
  const reading = readingOf(read(exported), { mapping, settings }, route);
  const source = canonicalSource({ ...reading, format: defaultFormat(route) });
  return (await findingsAtOnce(STEPS, { route, source })).findings.filter(isError);
}

/** Wrong values: empty, too long, of another country, not a date, below zero, with too many decimals, with blanks. */
export const WRONG = ['', 'x'.repeat(300), 'ZZ', '2026-13-77', -1, 1.123456789, 'a € c'];

const CASES = [
  ['erp-a', 'erp-a-invoice', 'DE-XRECHNUNG'],
  ['erp-a', 'erp-a-france', 'FR-PA', 'over-fr-pa'],
  ['erp-a', 'erp-a-romania', 'RO-EFACTURA', 'over-ro-efactura'],
  ['erp-b', 'erp-b-invoice', 'DE-XRECHNUNG'],
  ['erp-b', 'erp-b-france', 'FR-PA', 'over-fr-pa'],
  ['erp-b', 'erp-b-romania', 'RO-EFACTURA', 'over-ro-efactura'],
  ['table', 'table-invoice', 'DE-XRECHNUNG'],
  ['table', 'table-invoice', 'PL-KSEF', 'over-pl-ksef'],
] as const;

/** The labels of the fields that a mapping reads. Fields of the lines begin with `lines `. */
function labelsOf({ fields, objects, lines, totals }: Mapping): ReadonlyMap<string, string> {
  const labelled = (rules: Mapping['fields'], of = '') =>
    rules.flatMap(({ from, label }) => from.slice(0, 1).map((path) => [`${of}${path}`, label] as const));
  return new Map([
    ...totals.map(({ from, label }) => [from, label] as const),
    ...labelled([...objects.flatMap((object) => object.fields), ...fields]),
    ...labelled(lines.fields, 'lines '),
  ]);
}

/** The rule of `lines quantity` reads `salesInvoiceLines[0].quantity`. */
const ruleOf = (field: string): string => field.replace(/^\w+\[\d+\]\./, 'lines ');

/** A member of the canonical invoice, which a clerk does not know. */
const CANONICAL =
  /\b(?:invoice|seller|buyer|payment|delivery|lines\[\d+\]|allowances\[\d+\])\.[a-z]|\b(?:company_id|vat_id|vat_currency|buyer_reference|issue_date)\b/;

/** @param least the findings of each export at least, and those among them about the form of a value. */
export function describesErpRefusals(
  wrong: WrongValues,
  least: { readonly all: number; readonly ofValues: number },
): void {
  for (const [at, [connector, name, route, seller]] of CASES.entries()) {
    const one = caseOf(connector, name, route, seller);
    let found: readonly Finding[];

    before(async () => {
      assert.deepEqual(withEnglish(await errorsOf(one, one.exported)), []);
      const all: Finding[] = [];
      // Exports of one ERP have the same fields: each gives them other values.
      for (const { exported } of one.changed((index) => wrong(index + at)))
        all.push(...(await refused(one, exported)));
      found = all;
    });

    it(`is reported at a field of ${connector}, in the words of its clerk, on ${route}`, () => {
      assert.ok(found.length > least.all, `${found.length} findings`);
      for (const { field = '', message, fixHint = '' } of found) {
        assert.ok(
          one.has(field) || field.startsWith(`connectors.${connector}.`),
          `${field} is not a field of the export: ${english(message)}`,
        );
        assert.doesNotMatch(english(message).replaceAll(field, ''), CANONICAL);
        assert.doesNotMatch(english(fixHint), CANONICAL, english(message));
        assert.notEqual(english(fixHint), '', `${english(message)} does not say what to do`);
      }
    });

    it(`has the name on the screen of ${connector} if its value is wrong, on ${route}`, () => {
      const labels = labelsOf(one.mapping);
      // The rule of a route has its own text.
      const ofValues = found.filter(
        ({ code, related, message }) =>
          code === 'EI-SCHEMA' && related === undefined && !english(message).startsWith('FA(3)'),
      );
      assert.ok(ofValues.length > least.ofValues, `${ofValues.length} findings`);
      for (const { field = '', message } of ofValues) {
        // A table has no screen of its own.
        const name = one.mapping.csv ? field : labels.get(ruleOf(field));
        // It begins a sentence.
        if (name === field)
          assert.ok(english(message).toLowerCase().includes(field.toLowerCase()), english(message));
        else if (name !== undefined)
          assert.ok(english(message).startsWith(`${name} (${field})`), english(message));
      }
    });
  }
}

/** No findings if the result is not the export of an invoice, but a draft or an order. */
async function refused(one: Case, exported: unknown): Promise<readonly Finding[]> {
  try {
    return await errorsOf(one, exported);
  } catch (error) {
    assert.match(String(error), /(?:an export|a table) is mapped after it was recognised/);
    return [];
  }
}
