import assert from 'node:assert/strict';
import { join } from 'node:path';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { emptyFolder } from '../../support/folder.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { type Service, startService } from '../../support/service.ts';

/** The promise of docs/operations.md. */
const SEEN_WITHIN_MS = 10_000;
const CALLERS_PER_PROCESS = 3;
/** Within a client's rate (contract part 8). */
const MIN_MS_PER_CALL = 110;

interface Report {
  readonly layers: readonly {
    readonly layer: string;
    readonly outcome: string;
    readonly pack: { readonly origin: string } | null;
    readonly findings: readonly { readonly code: string }[];
  }[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Rules that refuse every invoice under one id, labelled as the official ones of the built-in version. */
async function bringRefusing(rulesDir: string, id: string): Promise<void> {
  const text = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern>
    <rule context="/*"><assert id="${id}" flag="fatal" test="false()">Refused.</assert></rule></pattern></schema>`;
  const syntax = ['ubl-invoice'];
  const file = { path: 'a.sch', role: 'schematron', entry: true, syntax, customization: [BT24.xrechnung] };
  const texts = {
    id: 'xrechnung',
    version: '3.0.2-sch-2.6.0',
    title: 't',
    source: 's',
    licence: 'l',
    layer: 'xrechnung',
    valid_from: '2026-08-31',
  };
  const pack = readDescription({ ...texts, files: [file] }, 'official', 'pack.json');
  const files = new Map([['a.sch', new TextEncoder().encode(text)]]);
  await bringPack(rulesDir, { pack, files: () => files }, { engines: ['compiled'], report: () => {} });
}

/** The result of the layer as one word per state of the packs; any other text is a lost or mixed verdict. */
function stateOf({ layers }: Report): string {
  const { pack, outcome, findings } = layers.find(({ layer }) => layer === 'xrechnung') ?? {};
  const others = layers.filter(({ layer, outcome: of }) => layer !== 'xrechnung' && of !== 'valid');
  if (others.length > 0) return JSON.stringify(others);
  if (pack?.origin === 'built-in' && outcome === 'valid') return 'built-in';
  const [code, ...more] = findings?.map((finding) => finding.code) ?? [];
  const isWhole = pack?.origin === 'official' && outcome === 'invalid' && more.length === 0;
  return isWhole && code !== undefined ? code : JSON.stringify({ pack, outcome, findings });
}

/** Asks for dry runs without a pause, and keeps each new result, in order. */
class Caller {
  readonly said: string[] = [];
  private ends = false;
  private readonly calls: Promise<void>;

  constructor(erp: Erp) {
    this.calls = this.call(erp);
  }

  private async call(erp: Erp): Promise<void> {
    while (!this.ends) {
      const began = performance.now();
      const { status, json, text } = await erp.post<Report>('/validate', example('plain'));
      const state = status === 200 ? stateOf(json) : `${status} ${text}`;
      if (this.said.at(-1) !== state) this.said.push(state);
      await pause(Math.max(0, MIN_MS_PER_CALL - (performance.now() - began)));
    }
  }

  async end(): Promise<void> {
    this.ends = true;
    await this.calls;
  }
}

describe('packs that change under load', function () {
  const { path: folder, remove } = emptyFolder();
  const rulesDir = join(folder, 'rules');
  let services: readonly Service[] = [];
  let callers: readonly Caller[] = [];

  before(async () => {
    copyPreparedPacks(rulesDir);
    const start = (role: string): Promise<Service> =>
      startService({ cwd: folder, env: { OPERATOR_KEY, ROLE: role, STORE_URL: `sqlite:${folder}/ids.db` } });
    services = [await start('all'), await start('api')];
    const clients = services.flatMap((service) =>
      Array.from({ length: CALLERS_PER_PROCESS }, (_, i) => [service, `load-${i}`] as const),
    );
    const erps = await Promise.all(clients.map(([service, name]) => Erp.of(service, name)));
    callers = erps.map((erp) => new Caller(erp));
  });
  after(async () => {
    await Promise.all(callers.map((caller) => caller.end()));
    await Promise.all(services.map((service) => service.stop()));
    remove();
  });

  const isSeen = async (state: string, since: number): Promise<void> => {
    while (callers.some(({ said }) => said.at(-1) !== state)) {
      const shown = JSON.stringify(callers.map(({ said }) => said));
      assert.ok(performance.now() - since < SEEN_WITHIN_MS, `${state} is not seen: ${shown}`);
      await pause(50);
    }
  };

  it('are seen by every process within ten seconds, and no verdict is lost or mixed', async () => {
    const erp = await Erp.of(services[1]!, 'intake');
    const ids: string[] = [];
    const changes = {
      'built-in': () => Promise.resolve(),
      'T-1': () => bringRefusing(rulesDir, 'T-1'),
      'T-2': () => bringRefusing(rulesDir, 'T-2'),
      'built-in again': () => removePack(rulesDir, 'xrechnung', '3.0.2-sch-2.6.0'),
    };
    for (const [state, change] of Object.entries(changes)) {
      await change();
      const since = performance.now();
      for (let i = 0; i < 10; i += 1) {
        const { status, json, text } = await erp.submit(numbered(example('plain'), `P-${ids.length}`));
        assert.equal(status, 202, text);
        ids.push(json.id);
        await pause(MIN_MS_PER_CALL);
      }
      await isSeen(state.replace(' again', ''), since);
    }
    await Promise.all(callers.map((caller) => caller.end()));
    for (const { said } of callers) assert.deepEqual(said, ['built-in', 'T-1', 'T-2', 'built-in']);

    const ends = await Promise.all(
      ids.map(async (id) => {
        const { state, errors } = await erp.settled(id);
        return [state, ...errors.map(({ code }) => code)].join(' ');
      }),
    );
    const other = ends.filter((end) => !/^(ready|validation_failed T-[12])$/.test(end));
    assert.deepEqual([ends.length, other], [40, []]);
    for (const service of services) assert.doesNotMatch(service.printed(), /"level":(50|60)/);
  });
});
