import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { EN16931_AND_XRECHNUNG } from '../../../src/domain/checks/early-rules/rule-sets.ts';
import { defaultFormat } from '../../../src/domain/routes/formats.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import { PROFILES, TYPE_CODES } from '../../../src/domain/invoice/schema-codes.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { assertLinear } from '../../support/processor-time.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, untouched, without, type Edit } from '../sample.ts';
import { ACCEPTED, BROKEN, attachment } from './route-rule-rows.ts';

const check = (edit: Edit, route: Route = 'DE-XRECHNUNG', format: Format = defaultFormat(route)) =>
  checkRoute(parsed(edit(germanInvoice())), route, format);

/** The order of rules with one cause does not matter. */
const inOrder = (found: string): string => {
  const [ids = '', field = ''] = found.split(' ');
  return `${ids.split('+').sort().join('+')} ${field}`;
};

const rulesAndFields = (edit: Edit): string[] =>
  check(edit)
    .map(({ code, source, field, related }) => {
      assert.deepEqual([code, source], ['EI-SCHEMA', 'schema']);
      return inOrder(`${related?.map((rule) => rule.code).join('+')} ${field}`);
    })
    .sort();

describe('the early rules of XRechnung', () => {
  for (const [sentence, edit] of ACCEPTED)
    it(`accept ${sentence}`, () => assert.deepEqual(rulesAndFields(edit), []));

  for (const [edit, ...finds] of BROKEN)
    it(`find only ${finds.join(', ')}`, () =>
      assert.deepEqual(rulesAndFields(edit), finds.map(inOrder).sort()));

  it('accept a relative address of an attachment before the day from which it is refused', () => {
    const before = set('invoice.issue_date', '2026-08-30');
    assert.deepEqual(rulesAndFields(all(before, set('attachments', [{ id: 'a', url: 'hours.pdf' }]))), []);
  });

  it('are each broken by a row', () => {
    const seen = new Set(
      BROKEN.flatMap(([, ...finds]) => finds.flatMap((found) => found.split(' ')[0]!.split('+'))),
    );
    const { written, coded } = EN16931_AND_XRECHNUNG;
    // The rows are for UBL.
    const inUbl = coded.filter(({ only }) => only !== 'cii');
    const ids = new Set([...written.ubl, ...inUbl].map(({ id }) => id));
    assert.deepEqual(
      [...ids].filter((id) => !seen.has(id)),
      [],
    );
  });

  it('name the same members for CII', () => {
    const line = { name: 'x', quantity: 1, unit: 'C62', unit_price: 1, vat_category: 'O', vat_rate: 0 };
    const mixed = all(
      set('lines[1]', { ...line }),
      set('allowances', [{ amount: 1, reason: 'x', vat_category: 'S', vat_rate: 19 }]),
      set('invoice.period', { start: '2026-10-31', end: '2026-10-01' }),
      set('buyer.vat_id', 'XX1'),
    );
    const fields = (format: Format) =>
      check(
        (document) => mixed({ ...document, lines: [...(document['lines'] as object[]), line] }),
        'DE-XRECHNUNG',
        format,
      ).map(({ field }) => field);
    const found = fields('xrechnung-cii');
    for (const field of [
      'lines[0].vat_category',
      'allowances[0].vat_category',
      'invoice.period.end',
      'buyer.vat_id',
    ])
      assert.ok(found.includes(field), `${field} of ${found.join(', ')}`);
    assert.deepEqual(new Set(found), new Set(fields('xrechnung-ubl')));
  });

  it('have at most a hundred findings about one invoice', () => {
    const line = { name: 'x', quantity: 1, unit: 'C62', unit_price: -1, vat_category: 'Z', vat_rate: 5 };
    assert.equal(
      check(
        set(
          'lines',
          Array.from({ length: 500 }, () => line),
        ),
      ).length,
      100,
    );
  });

  it('need no time that grows with the square of an attachment list', () =>
    assertLinear((count) => {
      const many = Array.from({ length: count }, (_, index) => attachment(String(index)));
      assert.deepEqual(rulesAndFields(set('attachments', many)), []);
    }, 100_000));

  for (const [path, term] of [
    ['allowances', 'BT-93'],
    ['charges', 'BT-100'],
    ['lines[0].allowances', 'BT-137'],
    ['lines[0].charges', 'BT-142'],
  ] as const)
    it(`name the term of the place: ${path}`, () => {
      const ofDocument = path.startsWith('lines') ? {} : { vat_category: 'S', vat_rate: 19 };
      const [finding] = check(set(path, [{ amount: 1, percent: 10, reason: 'x', ...ofDocument }]));
      assert.deepEqual([finding?.field, finding?.term], [`${path}[0].base`, term]);
    });

  it('accept payment terms that are indented by a character that is not white space in XML', () =>
    assert.deepEqual(rulesAndFields(set('payment.terms', 'x\n\u00a0# Hinweis')), []));

  it('have their name in the message, because the code is only EI-SCHEMA', () =>
    assert.match(english(check(without('invoice.buyer_reference'))[0]!.message), /\(BR-DE-15\)$/));
});

describe('the profile of a route', () => {
  /** Route, format and their profiles (decisions, "`profile` by route"). */
  const TAKEN: [Route, Format, (string | undefined)[]][] = [
    ['DE-XRECHNUNG', 'xrechnung-ubl', [undefined, 'xrechnung']],
    ['DE-XRECHNUNG', 'xrechnung-cii', [undefined, 'xrechnung']],
    ['DE-XRECHNUNG', 'zugferd', [undefined, 'xrechnung', 'facturx']],
    ['PEPPOL', 'ubl', [undefined, 'peppol', 'xrechnung']],
    ['RO-EFACTURA', 'ubl', [undefined, 'ro-cius']],
    ['FR-PA', 'ubl', [undefined, 'fr-ctc']],
    ['FR-PA', 'cii', [undefined, 'fr-ctc']],
    ['FR-PA', 'facturx', [undefined, 'fr-ctc', 'facturx']],
    ['PL-KSEF', 'fa3', [undefined]],
  ];
  for (const [route, format, profiles] of TAKEN)
    it(`is ${profiles.map((profile) => profile ?? 'none').join(' or ')} for ${format} on ${route}`, () => {
      const taken = [undefined, ...PROFILES].filter((profile) =>
        check(profile ? set('profile', profile) : untouched, route, format).every(
          ({ field }) => field !== 'profile',
        ),
      );
      assert.deepEqual(new Set(taken), new Set(profiles));
    });

  it('has a hint with the value, or with the member to leave out on a route without profiles', () => {
    const hints = (route: Route, format: Format) =>
      check(set('profile', 'facturx'), route, format)
        .filter(({ field }) => field === 'profile')
        .map(({ fixHint }) => fixHint);
    assert.deepEqual(withEnglish(hints('PL-KSEF', 'fa3')), ['Leave profile out.']);
    assert.deepEqual(withEnglish(hints('PEPPOL', 'ubl')), ['Leave profile out, or use peppol or xrechnung.']);
  });

  it('adds the rules of XRechnung to Peppol only if it is xrechnung', () => {
    const incomplete = without('seller.contact');
    const xrechnungs = (edit: Edit) =>
      check(edit, 'PEPPOL').filter(({ related }) => related?.some(({ source }) => source === 'XRechnung'));
    assert.equal(xrechnungs(incomplete).length, 0);
    assert.equal(xrechnungs(all(incomplete, set('profile', 'xrechnung'))).length, 1);
  });
});

describe('the invoice types of a route', () => {
  const GERMAN = untouched;
  const ABROAD = set('buyer.address.country', 'AT');
  const TAKEN: [string, Route, Edit, string[]][] = [
    ['all', 'DE-XRECHNUNG', GERMAN, [...TYPE_CODES]],
    ['all between Germans', 'PEPPOL', GERMAN, [...TYPE_CODES]],
    ['all but 326 and 384 otherwise', 'PEPPOL', ABROAD, ['380', '381', '389', '386', '875', '876', '877']],
    ['380, 381, 384, 389', 'RO-EFACTURA', GERMAN, ['380', '381', '384', '389']],
    ['380, 381, 384, 386, 389', 'FR-PA', GERMAN, ['380', '381', '384', '386', '389']],
    ['all', 'PL-KSEF', GERMAN, [...TYPE_CODES]],
  ];
  for (const [sentence, route, edit, codes] of TAKEN)
    it(`are ${sentence} on ${route}`, () => {
      const taken = TYPE_CODES.filter((code) =>
        check(all(edit, set('invoice.type_code', code)), route).every(
          ({ field }) => field !== 'invoice.type_code',
        ),
      );
      assert.deepEqual(new Set(taken), new Set(codes));
    });
});
