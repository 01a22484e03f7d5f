import assert from 'node:assert/strict';
import { canonicalSteps } from '../../../src/application/checking/canonical-steps.ts';
import { findingsAtOnce } from '../../../src/application/checking/own-layers.ts';
import { canonicalSource, readingOf } from '../../../src/application/checking/subject.ts';
import { type Finding, isError } from '../../../src/domain/findings/finding.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';
import type { ConnectorSettings, Mapping } from '../../../src/domain/mapping/mapping.ts';
import { defaultFormat } from '../../../src/domain/routes/formats.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { example } from '../../support/erp.ts';
import { edited, exportNamed } from '../../support/exports.ts';
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

/** An example export with a seller of its country, on the route of that country. */
interface Case {
  readonly mapping: Mapping;
  readonly route: Route;
  readonly exported: Record<string, unknown>;
  readonly settings: ConnectorSettings;
}

function caseOf(connector: string, name: string, route: Route, seller?: string): Case {
  const mapping = mappingOf(connector);
  const { seller: own, payment } = seller === undefined ? mapping.example : example(seller).document;
  const settings = { ...mapping.example, seller: read(own), payment: read(payment) };
  return { mapping, route, exported: exportNamed(name), settings };
}

/** What a caller hears at once. */
async function errorsOf({ mapping, route, settings }: Case, exported: unknown): Promise<readonly Finding[]> {
  const reading = readingOf(read(exported), { mapping, settings }, route);
  const source = canonicalSource({ ...reading, format: defaultFormat(route) });
  return (await findingsAtOnce(STEPS, { route, source })).findings.filter(isError);
}

/** Each place of the export that holds a value, as `edited` takes it: `salesInvoiceLines.0.quantity`. */
const placesIn = (value: unknown, at = ''): readonly string[] =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
    ? Object.entries(value)
        .filter(([name]) => !name.startsWith('@'))
        .flatMap(([name, inner]) => placesIn(inner, at ? `${at}.${name}` : name))
    : [at];

/** Empty, too long, of another country, no date, below zero, of too many decimals, with blanks. */
const WRONG = ['', 'x'.repeat(300), 'ZZ', '2026-13-77', -1, 1.123456789, 'a € c'];

const CASES = [
  ['erp-a', 'erp-a-invoice', 'DE-XRECHNUNG'],
  ['erp-a', 'erp-a-france', 'FR-PA', 'over-fr-pa'],
  ['erp-a', 'erp-a-romania', 'RO-EFACTURA', 'over-ro-efactura'],
  ['erp-b', 'erp-b-invoice', 'DE-XRECHNUNG'],
  ['erp-b', 'erp-b-france', 'FR-PA', 'over-fr-pa'],
  ['erp-b', 'erp-b-romania', 'RO-EFACTURA', 'over-ro-efactura'],
] as const;

/** Labels by the fields that a mapping reads: those of the lines begin with `lines `. */
function labelsOf({ fields, objects, lines, totals }: Mapping): ReadonlyMap<string, string> {
  const labelled = (rules: Mapping['fields'], of = '') =>
    rules.flatMap(({ from, label }) => from.slice(0, 1).map((path) => [`${of}${path}`, label] as const));
  return new Map([
    ...totals.map(({ from, label }) => [from, label] as const),
    ...labelled([...objects.flatMap((object) => object.fields), ...fields]),
    ...labelled(lines.fields, 'lines '),
  ]);
}

/** `salesInvoiceLines[0].quantity` is read by the rule of `lines quantity`. */
const ruleOf = (field: string): string => field.replace(/^\w+\[\d+\]\./, 'lines ');

/** A member of the canonical invoice, which a clerk has never seen. */
const CANONICAL =
  /\b(?:invoice|seller|buyer|payment|delivery|lines\[\d+\]|allowances\[\d+\])\.[a-z]|\b(?:company_id|vat_id|vat_currency|buyer_reference|issue_date)\b/;

describe('what is wrong in an export', () => {
  for (const [connector, name, route, seller] of CASES) {
    const one = caseOf(connector, name, route, seller);
    let found: readonly Finding[];

    before(async () => {
      assert.deepEqual(await errorsOf(one, one.exported), []);
      const all: Finding[] = [];
      for (const place of placesIn(one.exported))
        for (const wrong of WRONG)
          all.push(...(await refused(one, edited(one.exported, { [place]: wrong }))));
      found = all;
    });

    it(`names a field of ${connector}, in the words of its screen, on ${route}`, () => {
      assert.ok(found.length > 100, `${found.length} findings`);
      const places = placesIn(one.exported).map((place) => place.replaceAll(/\.(\d+)/g, '[$1]'));
      for (const { field = '', message, fixHint = '' } of found) {
        const isField = places.some(
          (place) =>
            place.startsWith(field) || /^[.[]/.test(field.startsWith(place) ? field.slice(place.length) : ''),
        );
        assert.ok(
          isField || field.startsWith(`connectors.${connector}.`),
          `${field} is no field of the export: ${message}`,
        );
        assert.doesNotMatch(message.replaceAll(field, ''), CANONICAL);
        assert.doesNotMatch(fixHint, CANONICAL, message);
        assert.notEqual(fixHint, '', `${message} does not say what to do`);
      }
    });

    it(`is called by the name on the screen of ${connector} if its value is wrong, on ${route}`, () => {
      const labels = labelsOf(one.mapping);
      // A rule of a route is told in its own words.
      const ofValues = found.filter(({ code, related }) => code === 'EI-SCHEMA' && related === undefined);
      assert.ok(ofValues.length > 30, `${ofValues.length} findings`);
      for (const { field = '', message } of ofValues) {
        const label = labels.get(ruleOf(field));
        if (label !== undefined) assert.ok(message.startsWith(`${label} (${field})`), message);
      }
    });
  }
});

/** Nothing if it is no export any more: a draft, an order. */
async function refused(one: Case, exported: unknown): Promise<readonly Finding[]> {
  try {
    return await errorsOf(one, exported);
  } catch (error) {
    assert.match(String(error), /an export is mapped after it was recognised/);
    return [];
  }
}
