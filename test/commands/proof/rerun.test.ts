import assert from 'node:assert/strict';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import type { StatedLayer, Statement } from '../../../src/domain/proof/statement.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { ProofRefused } from '../../../src/ports/proof-signer.ts';
import { rerun } from '../../../src/commands/proof/rerun.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { builtThread } from '../../support/built.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { example } from '../../support/erp.ts';
import { OVERLAID, OVERLAY } from '../../support/overlays.ts';
import { emptyFolder } from '../../support/folder.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { aStatement } from '../../support/statement.ts';

const thread = builtThread('src/adapters/piscina/check-entry.cts');
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const NAMED = { rule: OVERLAY.rule, ...OVERLAID };
const CHECKED = new Date('2026-10-05T08:00:00.000Z');

describe('a document that is checked again', () => {
  const folder = emptyFolder();
  const stated = new Map<string, { readonly bytes: Uint8Array; readonly statement: Statement }>();

  before(async () => {
    copyPreparedPacks(folder.path);
    const pool = new PoolValidator(
      {
        environment: 'sandbox',
        ruleEngine: 'compiled',
        xsdEngine: DEFAULT_XSD_ENGINE,
        crossCheck: 0,
        poolThreads: 1,
        poolQueue: 0,
      },
      {
        clock: new FakeClock(CHECKED.toISOString()),
        log: silent,
        telemetry: new FakeTelemetry(),
        rules: new RulesFolder(folder.path),
        forms: [],
      },
      { ...thread, time: NO_LIMITS },
    );
    try {
      await state('xrechnung', 'plain', 'DE-XRECHNUNG', 'xrechnung-ubl', pool);
      await state('fa3', 'over-pl-ksef', 'PL-KSEF', 'fa3', pool);
    } finally {
      await pool.close();
    }
  });
  after(() => folder.remove());

  async function state(
    name: string,
    from: string,
    route: Route,
    format: string,
    pool: PoolValidator,
  ): Promise<void> {
    const read = parseCanonical(example(from).document);
    assert.ok(read.ok);
    const built = await DOCUMENTS.build(read.invoice, route, format as never);
    assert.ok(built.ok);
    const { bytes, syntax, specification: customization, issueDate } = built.document;
    const checked = await pool.check(
      { bytes, syntax, customization, issueDate, route },
      { client: 'acme', whenBusy: 'wait' },
    );
    const layers: readonly StatedLayer[] = [
      { layer: 'schema', source: 'schema', pack: null, outcome: 'valid' },
      ...checked.map(({ layer, source, pack, outcome }) => ({ layer, source, pack, outcome })),
    ];
    const { invoice, ...rest } = aStatement('a'.repeat(64), { check: { checkedAt: CHECKED, layers } });
    stated.set(name, { bytes, statement: { ...rest, invoice: { ...invoice, route } } });
  }

  const judge = (
    name: string,
    change: (statement: Statement) => Statement = (same) => same,
    rules = folder.path,
  ) => {
    const { bytes, statement } = stated.get(name)!;
    return rerun(change(statement), bytes, rules, thread);
  };
  const isRefused = (judged: Promise<unknown>, message: RegExp): Promise<void> =>
    assert.rejects(judged, (error) => error instanceof ProofRefused && message.test(error.message));
  const withLayers =
    (edit: (layer: StatedLayer) => StatedLayer) =>
    (statement: Statement): Statement => ({
      ...statement,
      check: { ...statement.check!, layers: statement.check!.layers.map(edit) },
    });

  for (const name of ['xrechnung', 'fa3'])
    it(`ends as stated: ${name}`, async () => {
      const layers = await judge(name);
      assert.deepEqual(layers, stated.get(name)!.statement.check!.layers.slice(1));
      assert.ok(layers.length > 1 && layers.every(({ outcome }) => outcome === 'valid'));
      assert.ok(layers.some(({ pack }) => /^[0-9a-f]{64}$/.test(pack?.sha256 ?? '')));
    });

  it('has the overlays that are stated, and not those of the folder', async () => {
    const { bytes, statement } = stated.get('xrechnung')!;
    const text = new TextDecoder().decode(bytes);
    const broken = new TextEncoder().encode(
      text.replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, ''),
    );
    const change = withLayers((layer) =>
      layer.layer === 'xrechnung' ? { ...layer, overlays: [NAMED] } : layer,
    );
    const layers = await rerun(change(statement), broken, folder.path, thread);
    assert.deepEqual(layers.find(({ layer }) => layer === 'xrechnung')?.overlays, [NAMED]);
    await isRefused(
      rerun(statement, broken, folder.path, thread),
      /the repeated check gives xrechnung .* invalid; the statement has xrechnung .* valid/i,
    );
  });

  it('is refused if another outcome is stated', async () => {
    const change = withLayers((layer) =>
      layer.layer === 'en16931' ? { ...layer, outcome: 'invalid' } : layer,
    );
    await isRefused(
      judge('xrechnung', change),
      /The repeated check gives en16931 .* valid; the statement has en16931 .* invalid/,
    );
  });

  it('is refused if another pack is stated', async () => {
    const change = withLayers(({ pack, ...layer }) => ({
      ...layer,
      pack: pack && { ...pack, sha256: 'f'.repeat(64) },
    }));
    await isRefused(judge('xrechnung', change), /No pack in .* has the checksum f{64}/);
    const unknown = withLayers(({ pack, ...layer }) => ({
      ...layer,
      pack: pack && { id: pack.id, version: pack.version, origin: pack.origin },
    }));
    await isRefused(judge('xrechnung', unknown), /is not in the statement, so the check cannot be run again/);
  });

  it('is refused if other packs are installed', async () => {
    const other = emptyFolder();
    try {
      copyPreparedPacks(other.path);
      const [pack] = readdirSync(other.path).filter((each) => each.startsWith('xrechnung-'));
      renameSync(join(other.path, pack!), join(other.path, `.${pack}`));
      await isRefused(judge('xrechnung', undefined, other.path), /with which xrechnung .* is stated/);
    } finally {
      other.remove();
    }
  });

  it('is refused as of a time before its day of issue', async () => {
    const change = ({ check, ...statement }: Statement): Statement => ({
      ...statement,
      check: { ...check!, checkedAt: new Date('2020-01-01T08:00:00.000Z') },
    });
    await isRefused(judge('fa3', change), /gives ksef-file .* invalid; the statement has ksef-file .* valid/);
  });

  it('is refused if a layer is left out or nothing is stated', async () => {
    const less = (statement: Statement): Statement => ({
      ...statement,
      check: { layers: statement.check!.layers.filter(({ layer }) => layer !== 'en16931') },
    });
    await isRefused(judge('xrechnung', less), /The repeated check gives/);
    await isRefused(
      judge('xrechnung', (statement) => ({ ...statement, check: { layers: [] } })),
      /names no check/,
    );
  });
});
