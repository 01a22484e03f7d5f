import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { emptyFolder } from '../../support/folder.ts';
import { openPool, XRECHNUNG } from '../../support/one-pool.ts';
import { OVERLAID, OVERLAY, writeOverlays } from '../../support/overlays.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';

const UBL = readFileSync(
  fileURLToPath(new URL('../../../examples/xrechnung-ubl.xml', import.meta.url)),
  'utf8',
);
/** It breaks BR-DE-15. */
const BYTES = new TextEncoder().encode(UBL.replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, ''));
const DOCUMENT = { ...XRECHNUNG, bytes: BYTES };

describe('overlays of rules in the pool of threads', () => {
  const folder = emptyFolder();
  let pool: ReturnType<typeof openPool>;
  before(() => {
    copyPreparedPacks(folder.path);
    pool = openPool(folder.path);
  });
  after(async () => {
    await pool.close();
    folder.remove();
  });

  async function judged(client = 'acme', more: { issueDate?: string; on?: string } = {}) {
    const layers = await pool.check({ ...DOCUMENT, ...more }, { client, whenBusy: 'wait' });
    const findings = layers.flatMap((layer) => layer.findings);
    const found = findings.find(({ code }) => code === OVERLAY.rule);
    return { ...verdictOf(layers), severity: found?.severity, overlay: found?.overlay, found };
  }

  const PUBLISHED = { verdict: 'invalid', severity: 'error', overlay: undefined } as const;
  const told = async (...of: Parameters<typeof judged>) => {
    const { verdict, severity, overlay } = await judged(...of);
    return { verdict, severity, overlay };
  };

  it('change the severity of what a rule finds, and nothing else of it', async () => {
    writeOverlays(folder.path, []);
    const { found: published, verdict } = await judged();
    assert.equal(verdict, 'invalid');
    for (const [change, severity, expected] of [
      ['off', 'information', 'valid'],
      ['warning', 'warning', 'valid'],
      ['error', 'error', 'invalid'],
    ] as const) {
      writeOverlays(folder.path, [{ ...OVERLAY, change }]);
      const { found, ...rest } = await judged();
      assert.equal(rest.verdict, expected, change);
      assert.deepEqual(found, { ...published, severity, overlay: { ...OVERLAID, change } });
    }
  });

  it('are for their clients alone', async () => {
    writeOverlays(folder.path, [{ ...OVERLAY, clients: ['acme'] }]);
    assert.deepEqual(await told(), { verdict: 'valid', severity: 'information', overlay: OVERLAID });
    assert.deepEqual(await told('other'), PUBLISHED);
    assert.deepEqual([await pool.overlaysOf('other'), (await pool.overlaysOf('acme')).length], [[], 1]);
  });

  it('end with their last day of issue, so that a repeated check gives the same', async () => {
    const later = { ...OVERLAY, change: 'error', from: '2027-03-02', until: '2027-03-31' };
    writeOverlays(folder.path, [{ ...OVERLAY, from: '2026-11-01' }, later]);
    for (const [more, isOverlaid] of [
      [{ issueDate: '2026-10-31' }, false],
      [{ issueDate: '2026-11-01' }, true],
      [{ issueDate: '2027-02-28' }, true],
      [{ issueDate: '2027-03-01' }, false],
      [{ on: '2027-03-01' }, false],
      [{ issueDate: '2027-03-01', on: '2027-02-28' }, true],
    ] as const)
      assert.equal((await judged('acme', more)).overlay !== undefined, isOverlaid, JSON.stringify(more));
  });

  it('are of one layer', async () => {
    writeOverlays(folder.path, [{ ...OVERLAY, layer: 'en16931' }]);
    assert.deepEqual(await told(), PUBLISHED);
  });

  for (const [what, rows, place] of [
    ['that are no YAML', '- {', /^own\/overlays\.yaml/],
    ['that are no list', { ...OVERLAY }, /^own\/overlays\.yaml: not a list/],
    ['with an unknown member', [{ ...OVERLAY, untill: '2027-01-01' }], /\[0\]\.untill: not a member/],
    ['without an end', [{ ...OVERLAY, until: undefined }], /\[0\]\.until: is missing/],
    ['that end on no day', [{ ...OVERLAY, until: '2027-02-30' }], /\[0\]\.until: 2027-02-30 is no day/],
    ['that end before they begin', [{ ...OVERLAY, from: '2027-03-01' }], /\[0\]\.until: .* lies before/],
    ['without a reason', [{ ...OVERLAY, reason: ' ' }], /\[0\]\.reason: has to have 1 to 500 characters/],
    ['with a reason of several lines', [{ ...OVERLAY, reason: 'a\nb' }], /\[0\]\.reason: is not one line/],
    ['with a turned name', [{ ...OVERLAY, author: 'a\u202Eb' }], /\[0\]\.author: is not one line/],
    ['of a schema', [{ ...OVERLAY, layer: 'xsd' }], /\[0\]\.layer: none of en16931, /],
    ['with another change', [{ ...OVERLAY, change: 'ignore' }], /\[0\]\.change: none of off, warning, error/],
    ['for what is no client', [{ ...OVERLAY, clients: ['A B'] }], /\[0\]\.clients: "A B" is no id/],
    ['for no client at all', [{ ...OVERLAY, clients: [] }], /\[0\]\.clients: an empty list/],
    [
      'that differ about one document',
      [OVERLAY, { ...OVERLAY, clients: ['acme'] }],
      /\[1\]: changes BR-DE-15/,
    ],
    [
      'of which one begins on the last day of the other',
      [OVERLAY, { ...OVERLAY, from: OVERLAY.until, until: '2027-03-31' }],
      /\[1\]: changes BR-DE-15/,
    ],
    [
      'of which one ends on the first day of the other',
      [
        { ...OVERLAY, from: '2027-02-01' },
        { ...OVERLAY, until: '2027-02-01' },
      ],
      /\[1\]: changes BR-DE-15/,
    ],
  ] as const)
    it(`${what} let no document pass, and are named`, async () => {
      writeOverlays(folder.path, rows);
      const layers = await pool.check({ ...DOCUMENT, bytes: new TextEncoder().encode(UBL) }, { client: 'other', whenBusy: 'wait' }); // prettier-ignore
      const verdict = verdictOf(layers);
      assert.deepEqual([verdict.verdict, 'code' in verdict && verdict.code], ['not_run', 'EI-PACK-MISSING']);
      const { problems } = await readInstalled(folder.path);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', place);
    });

  it('that are a link are not followed', async () => {
    writeOverlays(folder.path, [OVERLAY]);
    const file = join(folder.path, 'own/overlays.yaml');
    renameSync(file, join(folder.path, 'elsewhere.yaml'));
    symlinkSync(join(folder.path, 'elsewhere.yaml'), file);
    assert.match((await readInstalled(folder.path)).problems.join(), /own\/overlays\.yaml: is a link/);
    rmSync(file);
    rmSync(join(folder.path, 'elsewhere.yaml'));
    assert.deepEqual(await told(), PUBLISHED);
  });
});
