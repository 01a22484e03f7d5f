import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { builtFormat, oneOfSeveral } from '../../../src/application/intake/built-format.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { PROFILES, TYPE_CODES } from '../../../src/domain/invoice/schema-codes.ts';
import { FORMATS, type Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import { frenchInvoice } from '../../domain/french-sample.ts';
import { parsed } from '../../domain/parsed.ts';
import { polishInvoice } from '../../domain/polish-sample.ts';
import { romanianInvoice } from '../../domain/romanian-sample.ts';
import { all, type Edit, germanInvoice, set, type Json, untouched, without } from '../../domain/sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';

const EN16931 = 'urn:cen.eu:en16931:2017';
const XRECHNUNG = `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
const PEPPOL = `${EN16931}#compliant#urn:fdc:peppol.eu:2017:poacc`;
const ALL_TYPES = [...TYPE_CODES];
const ON_PEPPOL = (scheme: string, id: string) =>
  all(set('seller.endpoint', { id, scheme }), set('buyer.endpoint', { id, scheme }));

/** One market of a route, by the decisions ("`type_code` by route", "`profile` by route") and the contract, 4.1. */
interface Market {
  readonly name: string;
  readonly route: Route;
  readonly invoice: () => Json;
  /** Formats of the route, the default first; false: not built yet. */
  readonly formats: readonly (readonly [Format, boolean])[];
  /** One set for all formats, or one set for each. */
  readonly profiles: readonly (string | undefined)[];
  readonly types: readonly string[];
  /** BT-24. */
  readonly specification: (profile: string | undefined, type: string) => string | null;
  readonly refused?: (profile: string | undefined, type: string) => boolean;
  /** The additional members of an advance invoice (386). */
  readonly advance?: Edit;
}

const onPeppol = {
  route: 'PEPPOL',
  formats: [['ubl', true]],
  profiles: [undefined, 'peppol', 'xrechnung'],
  specification: (profile, type) =>
    profile === 'xrechnung' ? XRECHNUNG : `${PEPPOL}:${type === '389' ? 'selfbilling' : 'billing'}:3.0`,
  // XRechnung's process on Peppol is for invoices of the seller.
  refused: (profile, type) => profile === 'xrechnung' && type === '389',
} as const satisfies Partial<Market>;

const MARKETS: readonly Market[] = [
  {
    name: 'Germany',
    route: 'DE-XRECHNUNG',
    invoice: germanInvoice,
    formats: [
      ['xrechnung-ubl', true],
      ['xrechnung-cii', true],
      ['zugferd', true],
    ],
    profiles: [undefined, 'xrechnung'],
    types: ALL_TYPES,
    specification: (profile) => (profile === 'facturx' ? EN16931 : XRECHNUNG),
  },
  {
    ...onPeppol,
    name: 'Peppol within Germany',
    invoice: () => ON_PEPPOL('9930', 'DE136695976')(germanInvoice()),
    types: ALL_TYPES,
  },
  {
    ...onPeppol,
    name: 'Peppol elsewhere',
    invoice: () => all(ON_PEPPOL('9930', 'DE136695976'), set('buyer.address.country', 'AT'))(germanInvoice()),
    types: ALL_TYPES.filter((type) => !['326', '384'].includes(type)),
  },
  {
    name: 'Romania',
    route: 'RO-EFACTURA',
    invoice: romanianInvoice,
    formats: [['ubl', true]],
    profiles: [undefined, 'ro-cius'],
    types: ['380', '381', '384', '389'],
    specification: () => `${EN16931}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1`,
  },
  {
    name: 'France',
    route: 'FR-PA',
    invoice: frenchInvoice,
    formats: [
      ['ubl', true],
      ['cii', true],
      ['facturx', true],
    ],
    profiles: [undefined, 'fr-ctc'],
    types: ['380', '381', '384', '386', '389'],
    specification: () => EN16931,
  },
  {
    name: 'Poland',
    route: 'PL-KSEF',
    invoice: polishInvoice,
    formats: [['fa3', true]],
    profiles: [undefined],
    types: ALL_TYPES,
    advance: set('pl.payments_received', [{ date: '2026-10-05', amount: 10 }]),
    specification: () => null,
  },
];

const syntaxOf = (format: Format, type: string): string => {
  if (format === 'fa3' || format.endsWith('cii') || format === 'zugferd' || format === 'facturx')
    return format === 'fa3' ? 'fa3' : 'cii';
  return type === '381' ? 'ubl-creditnote' : 'ubl-invoice';
};

/** The path in a 400. */
function refusedPath(ask: () => unknown): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CallFailed && error.failure.kind === 'bad-request', String(error));
    return JSON.stringify(withEnglish(error.failure)).match(/formats\[\d\]|"route"/)?.[0] ?? 'elsewhere';
  }
}

describe('formats, profiles and types', () => {
  it('have a row for every route', () =>
    assert.deepEqual(new Set(MARKETS.map(({ route }) => route)), new Set(ROUTES)));

  for (const { route, name, formats } of MARKETS) {
    it(`${name}: the default is ${formats[0]![0]}`, () => assert.equal(builtFormat(route), formats[0]![0]));

    for (const format of FORMATS) {
      const isBuilt = formats.some(([one, built]) => one === format && built);
      it(`${name}: ${format} is ${isBuilt ? 'built' : 'answered 400'}`, () => {
        assert.equal(
          refusedPath(() => builtFormat(route, format)),
          isBuilt ? undefined : 'formats[0]',
        );
        const isOneOfSeveral = isBuilt && route === 'DE-XRECHNUNG';
        assert.equal(
          refusedPath(() => oneOfSeveral(route, format, 1)),
          isOneOfSeveral ? undefined : 'formats[1]',
        );
      });
    }
  }

  for (const market of MARKETS)
    for (const [format] of market.formats.filter(([, isBuilt]) => isBuilt))
      for (const profile of [undefined, ...PROFILES])
        it(`${market.name}, ${format}, profile ${profile ?? 'none'}: each type is built, or refused with its path`, async () => {
          for (const type of TYPE_CODES) await holds(market, format, profile, type);
        });
});

/** Factur-X is a profile of hybrid PDFs. */
const goesWith = (profiles: Market['profiles'], profile: string | undefined, format: Format): boolean =>
  profiles.includes(profile) || (profile === 'facturx' && ['zugferd', 'facturx'].includes(format));

async function holds(
  market: Market,
  format: Format,
  profile: string | undefined,
  type: string,
): Promise<void> {
  const { route, invoice, profiles, types, specification, refused = () => false, advance } = market;
  const document = all(
    set('invoice.type_code', Number(type)),
    profile === undefined ? without('profile') : set('profile', profile),
    set('preceding_invoices', [{ number: 'R-0', issue_date: '2026-09-01' }]),
    type === '386' && advance ? advance : untouched,
  )(invoice());
  const read = parsed(document);
  const fields = checkRoute(read, route, format).map(({ code, field }) => `${code} ${field ?? ''}`);
  const expected = [
    ...(!goesWith(profiles, profile, format) || refused(profile, type) ? ['EI-SCHEMA profile'] : []),
    ...(types.includes(type) ? [] : ['EI-SCHEMA invoice.type_code']),
  ];
  assert.deepEqual(fields, expected, `type ${type}`);
  if (expected.length > 0) return;
  const built = await DOCUMENTS.build(read, route, format);
  assert.ok(built.ok, `type ${type}: ${JSON.stringify(built)}`);
  const { kind, syntax, specification: is } = built.document;
  assert.deepEqual(
    [kind, syntax, is],
    [format, syntaxOf(format, type), specification(profile, type)],
    `type ${type}`,
  );
}
