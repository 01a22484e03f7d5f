import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KnownCodes } from '../../../src/adapters/catalogue/known-codes.ts';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import { emptyFolder } from '../../support/folder.ts';

const row = (code: string, title: string, aliases: readonly string[] = []) => ({
  code,
  aliases,
  family: 'pack',
  who_fixes: 'client',
  title,
  explanation: 'e',
  fix_hint: 'f',
  routes: [],
  layer: 'en16931',
});

describe('the codes that are known', () => {
  const { path, remove } = emptyFolder();
  let known: KnownCodes;

  const bring = (folder: string, text: string): void => {
    mkdirSync(join(path, folder, 'source'), { recursive: true });
    writeFileSync(join(path, folder, 'source/catalogue.json'), text);
  };
  before(async () => {
    bring(
      'a-1',
      JSON.stringify([row('EI-ID-IBAN', 'Of a pack'), row('BR-01', 'First', ['BR-1', 'KOSIT-RUN'])]),
    );
    bring('b-2', JSON.stringify([row('BR-01', 'Second'), row('BR-02', 'Other')]));
    bring('c-3', 'no JSON');
    known = await KnownCodes.read(path);
  });
  after(remove);

  for (const code of ['EI-ID-IBAN', 'KOSIT-RUN'])
    it(`keep our own words about ${code}, whatever a pack says`, () => {
      assert.equal(
        known.find(code),
        OWN_CODES.find((entry) => entry.code === code),
      );
    });

  it('are those of every pack that can be read, by code and alias', () => {
    const { who_fixes, fix_hint, ...rest } = row('BR-01', 'First', ['BR-1', 'KOSIT-RUN']);
    assert.deepEqual(known.find('BR-01'), { ...rest, whoFixes: who_fixes, fixHint: fix_hint });
    assert.equal(known.find('BR-1'), known.find('BR-01'));
    assert.equal(known.find('BR-02')?.title, 'Other');
  });

  it('are no others', () => {
    for (const code of ['br-01', 'BR-99', '']) assert.equal(known.find(code), undefined);
  });

  it('are our own where there is no folder', async () => {
    const own = await KnownCodes.read(join(path, 'none'));
    assert.equal(own.find('EI-SCHEMA')?.family, 'schema');
  });
});
