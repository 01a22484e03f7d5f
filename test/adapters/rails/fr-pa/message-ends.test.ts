import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { nextPage, type PagesToCome } from '../../../../src/adapters/rails/fr-pa/sync-cursor.ts';
import { GZIP_BOMB } from '../../../support/gzip-bomb.ts';
import { rowsFor } from '../../../support/volume.ts';
import { zipOf } from '../../../support/zip.ts';
import { aMessage } from './message.ts';
import { type Canned, json } from '../../../sandbox/scripted-network.ts';
import { results } from './platform.ts';
import {
  ACCEPTED,
  DELIVERED,
  DEPOSITED,
  endOf,
  listed,
  original,
  OVERDUE,
  platform,
  TWO_LISTED,
  utf16,
  whileThePlatformRuns,
} from './to-the-end.ts';

describe('a message of a French platform', () => {
  whileThePlatformRuns();
  const GOOD = aMessage({ code: '200' });
  const REFERENCE = /<ram:ReferenceReferencedDocument>[^]*<\/ram:ReferenceReferencedDocument>/;
  const ZIP_BOMB = zipOf({ 'message.xml': new Uint8Array(2_000_000) });
  const withPath = async (): Promise<Buffer> => {
    const zip = await zipOf({ 'aa/message.xml': GOOD });
    return Buffer.from(zip.toString('latin1').replaceAll('aa/message', '../message'), 'latin1');
  };
  const french = (encoding: string): string =>
    aMessage({ code: '200', reasons: ['NON_TRANSMISE'] })
      .replace('UTF-8', encoding)
      .replace('un motif', 'non transmise à temps');
  const ROWS: readonly (readonly [what: string, body: () => Canned | Promise<Canned>, end: string, heard?: string])[] = [
    ['about another invoice', () => original({ number: 'F-2' }), OVERDUE, 'unknown'],
    ['about an invoice of another seller', () => original({ seller: '200000008' }), OVERDUE, 'unmatched'],
    ['about an invoice of another day', () => original({ date: '20261006' }), OVERDUE, 'unmatched'],
    ['that names no seller', () => original({ seller: '' }), OVERDUE, 'unmatched'],
    ['that names our invoice number twice', () => ({ body: GOOD.replace(/<ram:IssuerAssignedID>.*/, '$&$&') }), OVERDUE, 'unreadable'],
    ['that reports about our invoice twice', () => ({ body: GOOD.replace(REFERENCE, '$&$&') }), OVERDUE, 'unreadable'],
    ['with a DOCTYPE', () => ({ body: GOOD.replace('<rsm:', '<!DOCTYPE x [<!ENTITY a "b">]><rsm:') }), OVERDUE, 'unreadable'],
    ['in an encoding other than the declared one', () => ({ body: Buffer.from(french('UTF-8'), 'latin1') }), OVERDUE, 'unreadable'],
    ['in an unsupported encoding', () => ({ body: Buffer.from(french('windows-1252'), 'latin1') }), OVERDUE, 'unreadable'],
    ['in Latin-1, as declared', () => ({ body: Buffer.from(french('ISO-8859-1'), 'latin1') }), ACCEPTED, 'taken'],
    ['in UTF-16', () => ({ body: utf16(french('UTF-16')) }), ACCEPTED, 'taken'],
    ['in half of UTF-16', () => ({ body: utf16(GOOD).subarray(0, 901) }), OVERDUE],
    ['that is a gzip bomb', () => ({ body: GZIP_BOMB }), OVERDUE],
    ['that is compressed without a request for it', () => ({ headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(GOOD) }), OVERDUE],
    ['that is a ZIP bomb', async () => ({ body: await ZIP_BOMB }), OVERDUE],
    ['that is a ZIP with a path in it', async () => ({ body: await withPath() }), OVERDUE],
  ]; // prettier-ignore

  /** A message with our number and other facts opens a care row: a person reads it. */
  const withCare = (end: string, heard: string | undefined): string =>
    heard === 'unmatched' ? end.replace(' ', ' EI-ANSWER-UNMATCHED ') : end;

  for (const [what, body, end, heard] of rowsFor(ROWS, 9)) {
    const expected = withCare(end, heard);
    it(`${what} alone: ${expected}`, async () => {
      const result = await endOf({ search: results(listed('L-1', 1)), 'Original L-1': await body() });
      assert.deepEqual(
        [result.end, result.heard, result.held],
        [expected, heard === undefined ? [] : [heard], 1],
      );
    });

    it(`${what}, does not delay other messages`, async () => {
      const { end, held: flows } = await endOf({
        ...TWO_LISTED,
        'Original L-1': await body(),
        'Original L-2': DEPOSITED,
      });
      assert.deepEqual([end, flows], [withCare(ACCEPTED, heard), 1]);
    });
  }
});

describe('a search of a French platform that has no end', () => {
  whileThePlatformRuns();
  const NEXT: Readonly<Record<string, (cursor: string | undefined) => string>> = {
    'a cursor that names itself': () => 'c-1',
    'two cursors that name each other': (cursor) => (cursor === 'c-1' ? 'c-2' : 'c-1'),
    'a cycle of five': (cursor) => `c-${(Number(cursor?.slice(2) ?? 0) % 5) + 1}`,
    'a cycle after some pages': (cursor) => `c-${Math.min(Number(cursor?.slice(2) ?? 0) + 1, 12)}`,
  };
  for (const [what, next] of Object.entries(NEXT))
    it(`starts again, so that later messages are found: ${what}`, async () => {
      let begun = 0;
      const { end, held: flows } = await endOf({
        ...TWO_LISTED,
        search: ({ body }) => {
          const { cursor } = JSON.parse(body) as { readonly cursor?: string };
          if (cursor === undefined) begun += 1;
          const shown = cursor === undefined ? [listed('L-1', 1), listed('L-2', 2)].slice(0, begun) : [];
          return json({ results: shown, nextCursor: next(cursor) });
        },
      });
      assert.deepEqual([end, flows], [DELIVERED, 1]);
      assert.ok(platform.calls.length < 150, `${platform.calls.length} calls`);
    });

  it('also starts again if each page names another', () => {
    let search: PagesToCome | undefined = {};
    let pages = 0;
    for (; search; pages += 1) search = nextPage(search, `c-${pages}`);
    assert.equal(pages, 1000);
  });

  it('is followed to its end if it has one', () => {
    let search: PagesToCome | undefined = { after: 7 };
    for (let pages = 0; pages < 900; pages += 1) search = nextPage(search ?? {}, `c-${pages}`);
    assert.deepEqual([search?.after, search?.cursor], [7, 'c-899']);
  });
});
