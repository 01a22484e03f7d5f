import assert from 'node:assert/strict';
import {
  matchedFields,
  OPEN_FIELDS,
  SEARCHED_FIELDS,
  searchedText,
  tokenOf,
  tokensOf,
} from '../../../src/domain/lifecycle/summary-search.ts';

const INVOICE = {
  references: ['ERP-4711', 'SO-99/b'],
  number: 'RE-2026/0042',
  networkNumber: '5265877635-20261005-0100001AF629-AF',
  summary: {
    ...{ number: 'RE-2026/0042', seller: 'Wisła Narzędzia Sp. z o.o.', sellerVatId: 'PL5265877635' },
    ...{ buyer: 'Müller-Lüdenscheidt Söhne GmbH', buyerVatId: 'BE0123456749' },
    ...{ currency: 'EUR', total: '1190.00', due: '90.50' },
  },
};

const matched = (q: string, fields = SEARCHED_FIELDS as readonly (typeof SEARCHED_FIELDS)[number][]) =>
  matchedFields(searchedText(q), INVOICE, fields);

/** By its tokens alone, as a store does it. */
const mayMatch = (q: string): boolean => {
  const tokens = new Set(tokensOf(INVOICE.summary));
  return searchedText(q).ways.some((way) =>
    way.every((term) => term.some((word) => tokens.has(tokenOf(word)))),
  );
};

describe('a search over summaries', () => {
  for (const [q, places] of [
    ['2026-10-05', ['issue_date']],
    ['5.10.2026', ['issue_date']],
    ['05.10.26', ['issue_date']],
    [' 05.10.2026 ', ['issue_date']],
    ['2026-10-06', []],
    ['2026-13-05', []],
    ['5.10.2', []],
  ] as const)
    it(`finds the date of an invoice by "${q}": ${places.join() || 'nothing'}`, () => {
      const summary = { ...INVOICE.summary, issueDate: '2026-10-05' };
      assert.deepEqual(matchedFields(searchedText(q), { ...INVOICE, summary }, SEARCHED_FIELDS), places);
      assert.deepEqual(matchedFields(searchedText(q), { ...INVOICE, summary }, OPEN_FIELDS), []);
    });

  it('finds by a day no number that has its parts', () => {
    const summary = { ...INVOICE.summary, number: 'RE-2026-1005' };
    assert.deepEqual(
      matchedFields(
        searchedText('5.10.2026'),
        { ...INVOICE, number: 'RE-2026-1005', summary },
        SEARCHED_FIELDS,
      ),
      [],
    );
    const dated = { ...INVOICE, number: 'RE/5.10.2026' };
    assert.deepEqual(matchedFields(searchedText('5.10.2026'), dated, SEARCHED_FIELDS), ['number']);
  });

  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['muller', ['buyer']],
    ['Mueller', ['buyer']],
    ['MUELLER-LUEDENSCHEIDT SOEHNE', ['buyer']],
    ['muel', ['buyer']],
    ['SO-99', ['reference']],
    ['MÜLLER', ['buyer']],
    ['lüdensch', ['buyer']],
    ['gmbh söhne', ['buyer']],
    ['Müller-Lüdenscheidt', ['buyer']],
    ['wisla', ['seller']],
    ['pl 526-587-76-35', ['vat_number']],
    ['PL5265877635', ['vat_number']],
    ['wisła', ['seller']],
    ['narzedzia', ['seller']],
    ['BE0123456749', ['vat_number']],
    ['BE 0123.456.749', ['vat_number']],
    ['0123 456 749', ['vat_number']],
    ['5265877635', ['vat_number']],
    ['1190', ['amount']],
    ['1.190,00', ['amount']],
    ['1,190.00', ['amount']],
    ["1'190.00", ['amount']],
    ['1 190,00', ['amount']],
    ['-90,5', ['amount']],
    ['1 190,00', ['amount']],
    ['1\u202f190,00\u00a0€', ['amount']],
    ['€1.190', ['amount']],
    ['1190 EUR', ['amount']],
    ['1190EUR', ['amount']],
    ['EUR 1 190,00', ['amount']],
    ['1.190,00 Euro', ['amount']],
    ['−90,50', ['amount']],
    ['müller 1 190,00 eur', ['buyer', 'amount']],
    ['1190 PLN', []],
    ['1190 zł', []],
    ['müller 1190,00', ['buyer', 'amount']],
    ['müller 0042', ['number', 'buyer']],
    ['2026/0042', ['number']],
    ['rp-47', ['reference']],
    ['5265877635-20261005-0100001AF629-AF', ['network_number']],
    ['müller 1191', []],
    ['re-1190', []],
    ['fv/2026', []],
    ['mue', []],
    ['ue', []],
    ['119', []],
    ['x', []],
    ['', []],
    [' ', []],
    ['.*', []],
    ['%', []],
    ['_', []],
    ['\u202eMüller', ['buyer']],
    ['😀', []],
  ];
  for (const [q, fields] of rows)
    it(`finds ${JSON.stringify(q)} in ${fields.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(matched(q), fields);
      const needsTokens = fields.some((field) => !['number', 'reference', 'network_number'].includes(field));
      if (needsTokens) assert.ok(mayMatch(q));
    });

  const spellings: readonly (readonly [buyer: string, ...typed: string[]])[] = [
    ['Müller & Söhne', 'Mueller', 'müller', 'MÜLLER', 'muller', 'MUELLER', 'Mu\u0308ller', 'soehne', 'sohne'],
    ['Mueller und Soehne', 'Mueller', 'müller', 'MÜLLER', 'muller', 'mue', 'soehne', 'söhne', 'sohne'],
    ['Groß-Gerau', 'gross', 'GROSS', 'groß', 'gerau'],
    ['Łódź Spółka', 'lodz', 'ŁÓDŹ', 'spolka'],
    ['Société Générale', 'societe', 'SOCIÉTÉ', 'generale'],
    ['Smørrebrød ApS', 'smorrebrod', 'smoerrebroed', 'SMØRREBRØD'],
    ['Samuel Blue', 'samuel', 'blue', 'sam'],
    ['Lei Solutions', 'lei'],
  ];
  for (const [buyer, ...typed] of spellings)
    it(`finds ${buyer} by ${typed.join(', ')}`, () => {
      const tokens = new Set(tokensOf({ buyer }));
      for (const q of typed) {
        const searched = searchedText(q);
        const isIndexed = searched.ways.some((way) =>
          way.every((term) => term.some((word) => tokens.has(tokenOf(word)))),
        );
        const invoice = { references: [], summary: { buyer } };
        assert.deepEqual([isIndexed, matchedFields(searched, invoice, ['buyer'])], [true, ['buyer']], q);
      }
    });

  const amounts: Readonly<Record<string, readonly string[]>> = {
    '1234.56': [
      '1.234,56',
      '1 234,56',
      '1,234.56',
      "1'234.56",
      '1234.56',
      '1234,56',
      '1 234.56 EUR',
      '-1.234,56',
    ],
    '1234.50': ['1234.5', '1234,50 EUR', '1.234,5', '1234,50€', '€ 1 234,50', 'EUR 1234.50', '1234,5euro'],
    '1234567.00': ['1.234.567', '1 234 567,00', '1,234,567.0', '1234567', '1 234 567 EUR'],
    '0.50': ['0,5', '0.50', '00,50'],
  };
  for (const [total, typed] of Object.entries(amounts))
    it(`finds the amount ${total} as people write it`, () => {
      for (const q of typed)
        assert.deepEqual(
          matchedFields(searchedText(q), { references: [], summary: { total, currency: 'EUR' } }, ['amount']),
          ['amount'],
          q,
        );
      for (const q of ['1.234,57', '234,56', '12.345,60', '5'])
        assert.deepEqual(
          matchedFields(searchedText(q), { references: [], summary: { total } }, ['amount']),
          [],
          q,
        );
    });

  it('gives a store no more words of a term than it looks for', () => {
    for (const q of ['DE0123456789', 'ATU1234567ae', '1.190,00zl', 'mueller', 'pl526ue', '1 190,00 lei'])
      for (const term of searchedText(q).ways.flat()) assert.ok(term.length <= 3, `${q}: ${term.join(' ')}`);
  });

  it('looks in the fields that are named only', () => {
    assert.deepEqual(matched('müller', OPEN_FIELDS), []);
    assert.deepEqual(matched('RE-2026/0042', OPEN_FIELDS), ['number']);
  });

  it('has few tokens, whatever a file states', () => {
    const name = Array.from({ length: 10_000 }, (_, n) => `word${n}`).join(' ');
    assert.ok(tokensOf({ buyer: name, seller: name, number: name.slice(0, 200) }).length <= 48);
    assert.deepEqual(tokensOf({}), []);
  });

  it('has no more than eight terms', () => {
    assert.deepEqual(searchedText('a1 b1 c1 d1 e1 f1 g1 h1').ways[0]?.length, 8);
    assert.deepEqual(searchedText('a1 b1 c1 d1 e1 f1 g1 h1 i1').ways.length, 1);
    assert.deepEqual(searchedText('x'.repeat(100)).ways, []);
  });
});
