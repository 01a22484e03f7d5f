import assert from 'node:assert/strict';
import { nameBelow, placesBeside, placesOf, searchQuery } from '../../../src/console/pages/search/view.ts';

describe('what the page Search asks for', () => {
  const addresses: readonly (readonly [string, object | undefined])[] = [
    ['', undefined],
    ['q=%20%20', undefined],
    ['kind=sent&period=2026', undefined],
    ['q=%20Neumann%20', { q: 'Neumann' }],
    ['q=a&kind=not_taken', { q: 'a', kind: ['not_taken'] }],
    ['q=a&kind=deleted', { q: 'a' }],
    ['q=a&period=2026-02', { q: 'a', from: '2026-02-01', to: '2026-02-28', by: 'issue_date' }],
    ['q=a&period=2025&by=intake', { q: 'a', from: '2025-01-01', to: '2025-12-31', by: 'intake' }],
    ['q=a&period=2026-Q3', { q: 'a', from: '2026-07-01', to: '2026-09-30', by: 'issue_date' }],
    ['q=a&period=2026-13', { q: 'a' }],
    ['q=a&period=%3Cimg%3E&by=due', { q: 'a' }],
    ['q=a&by=intake', { q: 'a' }],
    ['q=a&client=acme&after=1.inv_0&sel=inv_1', { q: 'a', client: 'acme', after: '1.inv_0' }],
  ];
  for (const [address, query] of addresses)
    it(`is ${JSON.stringify(query) ?? 'nothing'} at ?${address}`, () =>
      assert.deepEqual(searchQuery(new URLSearchParams(address), new Date()), query));

  for (const [language, q, expected] of [
    ['de', '09/10/2026', '2026-10-09'],
    ['fr', '09/10/2026', '2026-10-09'],
    ['en', '09/10/2026', '09/10/2026'],
    ['en', '31/10/2026', '2026-10-31'],
    ['de', '9.10.2026', '9.10.2026'],
    ['de', 'RE/10/2026', 'RE/10/2026'],
    ['pl', '20261009', '20261009'],
  ] as const)
    it(`reads ${q} in ${language} as ${expected}`, () =>
      assert.equal(searchQuery(new URLSearchParams({ q }), new Date(), language)?.q, expected));
});

describe('a row of the page Search', () => {
  const ROW = {
    kind: 'sent',
    number: 'RE-1',
    invoice_ref: 'RE-1',
    matched_in: ['number', 'reference'],
  } as const;

  it('says where the words were found, a reference that is the number once', () => {
    assert.deepEqual(placesOf(ROW), ['number']);
    assert.deepEqual(placesOf({ ...ROW, invoice_ref: 'SO-1' }), ['number', 'reference']);
    assert.deepEqual(placesOf({ ...ROW, matched_in: ['reference'] }), ['reference']);
  });

  it('names the places that it does not show: the own side and what stands in no column', () => {
    const matched_in = ['number', 'buyer', 'seller', 'vat_number', 'amount'];
    assert.deepEqual(placesBeside({ ...ROW, matched_in }), ['seller', 'vat_number']);
    assert.deepEqual(placesBeside({ ...ROW, kind: 'received', matched_in }), ['buyer', 'vat_number']);
  });

  it('has below its number the name by which it was found', () => {
    const named = { ...ROW, also_sent_as: ['SO-7', 'SO-8'], network_number: 'KSEF-1' };
    assert.equal(nameBelow(named, 're'), 'RE-1');
    assert.equal(nameBelow(named, 'so-8'), 'SO-8');
    assert.equal(nameBelow({ ...named, matched_in: ['network_number'] }, 'KSEF-1'), 'KSEF-1');
    assert.equal(nameBelow(named, 'Neumann'), 'RE-1');
    assert.equal(nameBelow({ matched_in: ['buyer'] }, 'Neumann'), undefined);
  });
});
