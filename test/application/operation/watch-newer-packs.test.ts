import assert from 'node:assert/strict';
import { FindNewerPacks } from '../../../src/application/operation/find-newer-packs.ts';
import { WatchNewerPacks } from '../../../src/application/operation/watch-newer-packs.ts';
import { packAges } from 'en16931-rules/layers/pack-age.ts';
import { allowedRegistries } from 'en16931-rules/layers/registries.ts';
import type { LogFields } from '../../../src/ports/log.ts';
import type { OutboundRequest } from '../../../src/ports/outbound.ts';
import { aPack } from '../../support/rule-packs.ts';

const PUBLISHER = {
  name: 'KoSIT',
  packs: ['xrechnung'],
  announcedAt: 'https://kosit.example/releases',
  rhythm: null,
  released: {},
  seen: null,
  carriers: [{ registry: 'github', name: 'kosit/rules', known: 'v2.6.0' }],
} as const;

describe('the watcher of newer rule packs', () => {
  let asked: string[];
  let logged: LogFields[];
  let version: string;
  let opened: (readonly [string, string | undefined])[];
  let installed: string;
  beforeEach(() => {
    [asked, logged, opened] = [[], [], []];
    [version, installed] = ['v2.7.0', '3.0.2-sch-2.6.0'];
  });

  function watcher(allow: string): WatchNewerPacks {
    const call = async ({ url }: OutboundRequest) => {
      asked.push(url);
      const body = new TextEncoder().encode(JSON.stringify({ tag_name: version }));
      return { outcome: 'answered', status: 200, headers: {}, body } as const;
    };
    const ages = async () =>
      packAges(
        [aPack({ id: 'xrechnung', layer: 'xrechnung', version: installed })],
        [PUBLISHER],
        '2026-11-26',
      );
    return new WatchNewerPacks({
      measurePackAges: { run: ages },
      newer: new FindNewerPacks({ call }, allowedRegistries(allow) ?? new Map()),
      keepPackCare: { run: async (newer) => void opened.push(...(newer ?? [])) },
      log: { warn: (fields: LogFields) => void logged.push(fields) },
    });
  }

  it('logs a version that the service does not know, once', async () => {
    const watch = watcher('github=https://mirror.example/github/');
    await watch.run();
    await watch.run();
    assert.deepEqual(asked, Array(2).fill('https://mirror.example/github/repos/kosit/rules/releases/latest'));
    assert.deepEqual(
      logged.map((fields) => [fields['pack'], fields['version'], fields['announced_at']]),
      [['xrechnung 3.0.2-sch-2.6.0', 'v2.7.0', 'https://kosit.example/releases']],
    );
    version = 'v2.8.0';
    await watch.run();
    assert.equal(logged.length, 2);
    const pack = 'pack_xrechnung-3.0.2-sch-2.6.0';
    assert.deepEqual(opened, [
      [pack, 'v2.7.0'],
      [pack, 'v2.7.0'],
      [pack, 'v2.8.0'],
    ]);
  });

  it('logs nothing about a known version, an older one, and one that is installed', async () => {
    const watch = watcher('github');
    for (version of ['v2.6.0', 'v2.5.9']) await watch.run();
    [version, installed] = ['v2.7.0', '3.0.2-sch-2.7.0'];
    await watch.run();
    assert.deepEqual(logged, []);
    const known = opened.map(([, newer]) => newer);
    assert.deepEqual(known, [undefined, undefined, undefined]);
  });

  it('asks no publisher unless the operator allows it', async () => {
    await watcher('').run();
    await watcher('npm,pypi').run();
    assert.deepEqual([asked, opened], [[], []]);
  });
});
