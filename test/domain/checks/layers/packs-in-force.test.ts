import assert from 'node:assert/strict';
import { packsInForce } from '../../../../src/domain/checks/layers/packs-in-force.ts';
import type { InstalledRules } from '../../../../src/ports/rule-packs.ts';
import { aPack } from '../../../support/rule-packs.ts';

const TODAY = '2026-10-05';
const named = (pack: InstalledRules | undefined) => pack && `${pack.version} ${pack.origin}`;
const rows = (...packs: readonly InstalledRules[]) =>
  packsInForce(packs, TODAY).map(({ layer, syntaxes, customizations, inForce, next }) => [
    layer,
    syntaxes.join(),
    customizations.join(),
    named(inForce),
    named(next),
  ]);
const en = (version: string, more: Partial<InstalledRules> = {}) =>
  aPack({ id: 'en16931', layer: 'en16931', version, ...more });

describe('the packs in force', () => {
  it('are those for an invoice of today, with the next ones to begin', () => {
    assert.deepEqual(
      rows(
        en('1'),
        en('2', { validFrom: TODAY }),
        en('4', { validFrom: '2027-04-01' }),
        en('3', { validFrom: '2026-11-02' }),
      ),
      [['en16931', 'ubl-invoice', '*', '2 built-in', '3 built-in']],
    );
  });

  it('are official rather than built-in if both begin on one day, today and later', () => {
    const both = (version: string, validFrom: string) => [en(version, { validFrom }), en(version, { validFrom, origin: 'official' })]; // prettier-ignore
    assert.deepEqual(rows(...both('1', TODAY), ...both('2', '2026-11-02')), [
      ['en16931', 'ubl-invoice', '*', '1 official', '2 official'],
    ]);
  });

  it('have a release before them, of the same pack and origin', () => {
    const previous = (...packs: readonly InstalledRules[]) =>
      packsInForce(packs, TODAY).map((row) => [named(row.inForce), named(row.previous)]);
    const three = [en('1'), en('2', { validFrom: '2026-06-01' }), en('3', { validFrom: '2026-09-01' })];
    assert.deepEqual(previous(...three), [['3 built-in', '2 built-in']]);
    assert.deepEqual(previous(en('1')), [['1 built-in', undefined]]);
    assert.deepEqual(previous(...three, en('3', { validFrom: '2026-09-01', origin: 'official' })), [
      ['3 official', undefined],
    ]);
    const [narrow, wide] = [
      en('1', { syntaxes: ['cii'] }),
      en('2', { validFrom: TODAY, syntaxes: ['ubl-invoice', 'cii'] }),
    ];
    assert.deepEqual(previous(narrow, wide), [['2 built-in', '1 built-in']]);
  });

  it('share a row only if they have the same packs', () => {
    assert.deepEqual(
      rows(
        en('1', { syntaxes: ['ubl-invoice', 'ubl-creditnote'], customizations: ['a', 'b'] }),
        en('1', { syntaxes: ['cii'], customizations: ['a', 'b', 'c'] }),
        en('2', { syntaxes: ['cii'], customizations: ['a'], validFrom: '2026-11-02' }),
      ),
      [
        ['en16931', 'ubl-invoice,ubl-creditnote', 'a', '1 built-in', undefined],
        ['en16931', 'ubl-invoice,ubl-creditnote,cii', 'b', '1 built-in', undefined],
        ['en16931', 'cii', 'a', '1 built-in', '2 built-in'],
        ['en16931', 'cii', 'c', '1 built-in', undefined],
      ],
    );
  });
});
