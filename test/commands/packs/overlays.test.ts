import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from '../../support/folder.ts';
import { OVERLAID, OVERLAY, writeOverlays } from '../../support/overlays.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { overlayStates } from 'en16931-rules/packs/own/overlay-states.ts';
import { jsonOf, runIds } from '../run-ids.ts';

interface Checked {
  readonly valid: boolean;
  readonly layers: readonly {
    readonly layer: string;
    readonly findings: readonly {
      readonly code: string;
      readonly severity: string;
      readonly overlay?: object;
    }[];
  }[];
}

const PLAIN = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../examples/plain.json', import.meta.url)), 'utf8'),
) as { document: { invoice: Record<string, unknown>; seller: Record<string, unknown> } };

describe('overlays of rules', () => {
  const folder = emptyFolder();
  before(() => copyPreparedPacks(folder.path));
  after(() => folder.remove());

  const states = async (today: string) => overlayStates(folder.path, await readInstalled(folder.path), today);
  const says = async (today: string) => (await states(today)).notices.map((notice) => notice.says);

  /** An invoice as data without its buyer reference, which a rule of the route asks for before a document is built. */
  async function checked(client: string, seller: object = {}) {
    const { document } = PLAIN;
    const { buyer_reference: _none, ...invoice } = document.invoice;
    const file = join(folder.path, 'plain.json');
    writeFileSync(file, JSON.stringify({ ...PLAIN, document: { ...document, invoice, seller: { ...document.seller, ...seller } } })); // prettier-ignore
    const ran = await runIds(['check', file, '--rules', folder.path, '--client', client, '--json']);
    const [one] = jsonOf<readonly Checked[]>(ran);
    assert.ok(one);
    const findings = one.layers.flatMap(({ layer, findings: all }) =>
      all.map(({ code, severity, overlay }) => ({ layer, code, severity, ...(overlay && { overlay }) })),
    );
    return { valid: one.valid, findings };
  }

  it('hold for invoices as data, too, and each finding is listed once', async () => {
    writeOverlays(folder.path, [{ ...OVERLAY, clients: ['acme'] }]);
    const { valid, findings } = await checked('acme');
    assert.equal(valid, true);
    assert.deepEqual(findings, [
      { layer: 'xrechnung', code: 'BR-DE-15', severity: 'information', overlay: OVERLAID },
    ]);
    const other = await checked('other');
    assert.deepEqual(other, { valid: false, findings: [{ layer: 'schema', code: 'EI-SCHEMA', severity: 'error' }] }); // prettier-ignore
  });

  it('are shown beside what refuses the data, where no document is built', async () => {
    writeOverlays(folder.path, [OVERLAY]);
    const { valid, findings } = await checked('acme', { name: undefined });
    assert.equal(valid, false);
    assert.deepEqual(findings, [
      { layer: 'schema', code: 'EI-SCHEMA', severity: 'error' },
      { layer: 'schema', code: 'BR-DE-15', severity: 'information', overlay: OVERLAID },
    ]);
  });

  it('of a rule that no installed release has are refused with their place', async () => {
    writeOverlays(folder.path, [OVERLAY, { ...OVERLAY, rule: 'BR-DE-999' }]);
    const { code, err } = await runIds(['check', join(folder.path, 'plain.json'), '--rules', folder.path]);
    assert.equal(code, 2);
    assert.match(
      err,
      /own\/overlays\.yaml\[1\]\.rule: no installed release of xrechnung has a rule BR-DE-999/,
    );
  });

  it('are carried over to the next release, and named where it changes the rule', async () => {
    writeOverlays(folder.path, [OVERLAY, { ...OVERLAY, rule: 'BR-DEX-04' }]);
    const named =
      /^the overlay of BR-DEX-04 \(xrechnung\) until 2027-02-28 goes on from 2026-08-31, and xrechnung 3\.0\.2-sch-2\.6\.0 changes the rule \(test\)/;
    const [first, ...others] = await says('2026-07-01');
    assert.match(first ?? '', named);
    assert.deepEqual(others, []);
    assert.match(
      (await runIds(['packs', 'outdated', '--rules', folder.path])).err,
      /BR-DEX-04 \(xrechnung\)/,
    );
    writeOverlays(folder.path, [{ ...OVERLAY, rule: 'BR-DEX-04', from: '2026-08-31' }]);
    assert.deepEqual(await says('2026-07-01'), []);
  });

  it('without effect in the next release are named', async () => {
    writeOverlays(folder.path, [{ ...OVERLAY, rule: 'CII-SR-069', layer: 'fr-extended' }]);
    const [first = ''] = await says('2026-07-01');
    assert.match(first, /^the overlay of CII-SR-069 \(fr-extended\) until 2027-02-28 has no effect from \d{4}-\d\d-\d\d on: fr-extended 1\.4\.0\.04 has no such rule$/); // prettier-ignore
  });

  it('that have ended stand for invoices of their days, and are named', async () => {
    writeOverlays(folder.path, [OVERLAY]);
    assert.deepEqual(await says('2027-02-28'), []);
    const { problems, notices } = await states('2027-03-01');
    assert.deepEqual(problems, []);
    assert.match(
      notices[0]?.says ?? '',
      /ended on 2027-02-28: for later invoices the published rule applies/,
    );
  });
});
