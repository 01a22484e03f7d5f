import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { generatedSets, type GeneratedSet } from './generated/sets.ts';
import { gapsOf, occurrencesTable } from './generated/report.ts';
import { Occurrences } from './generated/occurrences.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { MARKETS } from './generated/markets.ts';
import { builtConformance } from '../../support/built.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { SEED } from '../seed.ts';

const POLAND = MARKETS.find(({ route }) => route === 'PL-KSEF')!;

const setOf = (...documents: readonly Record<string, unknown>[]): GeneratedSet => {
  const occurrences = new Occurrences();
  for (const document of documents) occurrences.count(document);
  return { name: 'PL-KSEF fa3', market: POLAND, valid: 1, refusedEarly: 0, faults: [], occurrences };
};

describe('generated invoices', () => {
  it('are counted by their content, each once', () => {
    const { occurrences } = setOf({
      invoice: {
        type_code: 381,
        currency: 'EUR',
        vat_currency: 'PLN',
        vat_exchange_rate: 4,
        notes: ['a', { text: 'b' }],
      },
      lines: [{ vat_category: 'S', allowances: [{ amount: 1, reason: 'x' }] }, { vat_category: 'S' }],
      charges: [{ base: 1, percent: 2, reason_code: 'FC', vat_category: 'Z' }],
    });
    for (const what of [
      'type 381',
      'currency EUR, VAT in PLN by rate',
      'category S',
      'category Z',
      'line allowances, an amount',
      'line allowances, a reason',
      'invoice charges, computed',
      'invoice charges, a code',
      'invoice.notes[].text',
      'lines[].allowances[].amount',
    ])
      assert.equal(occurrences.of(what), 1, what);
    assert.equal(occurrences.of('line allowances, a code'), 0);
  });

  it('are reported if none of them states a member that their route allows', () => {
    const gaps = gapsOf(setOf({ profile: 'peppol', invoice: { number: '1', type_code: 380 } }));
    assert.ok(gaps.includes('PL-KSEF fa3: never lines[].name'));
    assert.ok(gaps.includes('PL-KSEF fa3: never type 381'));
    assert.ok(gaps.includes('PL-KSEF fa3: never category AE'));
    assert.ok(gaps.includes('PL-KSEF fa3: profile, which is refused there'));
    for (const what of ['invoice.number', 'type 380', 'type 386', 'category L', 'attachments[].mime'])
      assert.ok(!gaps.includes(`PL-KSEF fa3: never ${what}`), what);
  });

  it('are shown as a table; a cell is blank if the route refuses the member', () => {
    const table = occurrencesTable([setOf({ invoice: { number: '1' } })]);
    assert.match(table, /^invoice\.number +1$/m);
    assert.match(table, /^invoice\.due_date +0$/m);
    assert.match(table, /^profile +–$/m);
  });

  it('are a fault if a layer refuses one, does not run, or an answer is missing', async () => {
    const layer = { layer: 'xsd', source: 'XSD', pack: null, durationMs: 1 };
    const refused: Layer = {
      ...layer,
      outcome: 'invalid',
      findings: [{ code: 'EI-XSD', severity: 'error', source: 'XSD', message: 'no' }],
    };
    const lost: Layer = { ...layer, outcome: 'not_run', reason: 'gone', findings: [] };
    const answers = [
      { layers: [refused], differences: [], faults: [] },
      { layers: [lost], differences: [], faults: [] },
      'the thread was lost',
    ];
    for (const [at, says] of [
      /^xsd: EI-XSD no of /,
      /^xsd did not run: gone of /,
      /^the thread was lost of /,
    ].entries()) {
      const pool = { run: () => Promise.resolve(answers[at]!) };
      const sets = await generatedSets({ seed: 1, count: 1 }, { documents: DOCUMENTS, pool, entries: [] });
      assert.equal(sets.length, 7);
      for (const { valid, faults } of sets) {
        assert.deepEqual([valid, faults.length], [0, 1]);
        assert.match(faults[0]!, says);
      }
    }
  });
});

describeByReference('invoices that are made up, under the official packs', () => {
  it('are valid in every syntax of every route', function () {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const command = [builtConformance(), '--generated', '--seed', String(SEED), '--count', '12'];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    assert.equal(stdout.match(/: 12 valid, 0 not/g)?.length, 7);
  });
});
