import assert from 'node:assert/strict';
import {
  daysOf,
  nameBelow,
  placesBeside,
  placesOf,
  searchQuery,
  yearsTo,
} from '../../../src/console/pages/search/view.ts';

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
    ['q=a&period=2026-13', { q: 'a' }],
    ['q=a&period=%3Cimg%3E&by=due', { q: 'a' }],
    ['q=a&by=intake', { q: 'a' }],
    ['q=a&client=acme&after=1.inv_0&sel=inv_1', { q: 'a', client: 'acme', after: '1.inv_0' }],
  ];
  for (const [address, query] of addresses)
    it(`is ${JSON.stringify(query) ?? 'nothing'} at ?${address}`, () =>
      assert.deepEqual(searchQuery(new URLSearchParams(address)), query));

  it('ends with the last day of a month', () => {
    for (const [month, day] of [
      ['2024-02', 29],
      ['2026-04', 30],
      ['2026-12', 31],
    ] as const)
      assert.deepEqual(daysOf(month), { from: `${month}-01`, to: `${month}-${day}` });
  });

  it('offers this year, the ten before it, and the one that is chosen', () => {
    const now = new Date('2026-11-27T12:00:00Z');
    assert.deepEqual([yearsTo(now, undefined).length, yearsTo(now, '2020').length], [11, 11]);
    assert.deepEqual(yearsTo(now, '1999').slice(-2), ['2016', '1999']);
    assert.equal(yearsTo(now, '2027')[0], '2027');
  });
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
