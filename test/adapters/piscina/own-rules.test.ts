import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { factForms } from '../../../src/domain/documents/document-facts.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { builtThread } from '../../support/built.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { emptyFolder } from '../../support/folder.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { KEPT, ORDER_PACK, orderRule, writeOwn } from '../../support/own-rules.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { runIds } from '../../commands/run-ids.ts';

const UBL = readFileSync(fileURLToPath(new URL('../../../examples/xrechnung-ubl.xml', import.meta.url)));
const DOCUMENT = {
  bytes: UBL,
  syntax: 'ubl-invoice',
  customization: BT24.xrechnung,
  route: 'DE-XRECHNUNG',
  issueDate: '2026-11-20',
} as const;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe('own rules in the pool of threads', function () {
  this.timeout(120_000);
  const folder = emptyFolder();
  let pool: PoolValidator;
  before(() => {
    copyPreparedPacks(folder.path);
    pool = new PoolValidator(
      {
        environment: 'sandbox',
        ruleEngine: 'compiled',
        xsdEngine: DEFAULT_XSD_ENGINE,
        crossCheck: 0,
        poolThreads: 1,
        poolQueue: 0,
      },
      {
        clock: new FakeClock(),
        log: silent,
        telemetry: new FakeTelemetry(),
        rules: new RulesFolder(folder.path, 0),
        forms: factForms(SYNTAXES),
      },
      { ...builtThread('src/adapters/piscina/check-entry.cts'), time: NO_LIMITS },
    );
  });
  after(async () => {
    await pool.close();
    folder.remove();
  });

  const compile = (name: string) => runIds(['packs', 'compile', name, '--rules', folder.path]);
  async function judged(client = 'acme') {
    const layers = await pool.check(DOCUMENT, { client, whenBusy: 'wait' });
    const own = layers.filter(({ layer }) => layer.startsWith('own:'));
    return { own: own.map(({ layer, outcome }) => `${layer} ${outcome}`), ...verdictOf(layers) };
  }

  it('check the documents of their clients, by the client of the call', async () => {
    writeOwn(folder.path, 'acme', { ...ORDER_PACK, clients: ['acme'] });
    writeOwn(folder.path, 'house', ORDER_PACK, { 'rules/orders.yaml': orderRule(KEPT, { id: 'H-1' }) });
    await compile('acme');
    await compile('house');
    assert.deepEqual(await judged(), { own: ['own:acme invalid', 'own:house valid'], verdict: 'invalid' });
    assert.deepEqual(await judged('other'), { own: ['own:house valid'], verdict: 'valid' });
    const { packs } = await readInstalled(folder.path);
    assert.deepEqual(
      packs.filter(({ manifest: m }) => m.origin === 'own').map(({ manifest: m }) => m.id),
      ['acme', 'house'],
    );
  });

  it('let no document pass while they are written and not compiled', async () => {
    writeOwn(folder.path, 'late');
    const { own, verdict, ...rest } = await judged('other');
    assert.deepEqual([own, verdict], [['own:late not_run', 'own:house valid'], 'not_run']);
    assert.equal('code' in rest && rest.code, 'EI-PACK-MISSING');
    const findings = await pool.missingPacks({ ...DOCUMENT, client: 'other' });
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['EI-PACK-MISSING'],
    );
    rmSync(join(folder.path, 'own/late'), { recursive: true });
  });

  it('let no document pass if their compiled form is damaged', async () => {
    const { packs } = await readInstalled(folder.path);
    const house = packs.find(({ manifest }) => manifest.id === 'house');
    assert.ok(house);
    writeFileSync(join(folder.path, house.folder, 'manifest.json'), '{}');
    writeOwn(folder.path, 'shown-again');
    assert.equal((await judged('other')).verdict, 'not_run');
    rmSync(join(folder.path, 'own/shown-again'), { recursive: true });
  });
});
