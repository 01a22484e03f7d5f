import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { DAY_MS } from '../../src/domain/lifecycle/day-counts.ts';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { deliver } from './deliver.ts';
import { emptyFolder } from './empty-folder.ts';
import { instantAccessPoint } from './instant-routes/access-point.ts';
import type { InstantRoute } from './instant-routes/instant-route.ts';
import { handIn, mintKeys, OPERATOR_KEY, PROJECT, type Running, startService } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

const CLIENTS = 60;
/** Stored before the first round; each radar judges those of the rounds before it, too. */
const STORED = Number(process.env['DELIVERED'] ?? 600);
const [CALLS, DELIVERED] = [60, 150];
const PAUSE_MS = 20;
const ROUNDS = 3;
const PACK = 'coming-1';

/** What a radar costs others: their POST /invoices, and their deliveries over PEPPOL (goal: at most 1.1 times). */
export async function radarBesideOthers(): Promise<void> {
  const folder = emptyFolder();
  const peppol = await instantAccessPoint();
  const rules = join(folder, 'rules');
  cpSync(join(PROJECT, 'rules'), rules, { recursive: true });
  await bringComingPack(rules);
  const service = await startService(folder, { ...peppol.env, RULES_DIR: rules });
  const [calls, rates] = [new Compared(), new Compared()];
  try {
    const keys = await mintKeys(service, CLIENTS);
    const scene = new Scene(service, keys, peppol);
    await scene.delivered(STORED);
    await scene.calls();
    for (let round = 0; round < ROUNDS; round += 1) {
      calls.quiet.push(...(await scene.calls()));
      rates.quiet.push(await scene.delivered(DELIVERED));
      const radar = await scene.startRadar();
      calls.beside.push(...(await scene.calls()));
      rates.beside.push(await scene.delivered(DELIVERED));
      const counted = await scene.counted(radar);
      if (counted.state === 'done') console.log('  a radar had ended before the measurement did');
      await scene.ended(radar);
    }
  } finally {
    await service.stop();
    peppol.close();
  }
  printTable(
    `Beside a radar over ${STORED} invoices or more, medians of ${ROUNDS} alternating rounds (goal: at most 1.1×)`,
    ['', 'no radar', 'beside a radar', 'times as long'],
    [
      calls.row('POST /invoices of others, ms', (quiet, beside) => beside / quiet),
      rates.row('invoices delivered a second', (quiet, beside) => quiet / beside),
    ],
  );
}

class Compared {
  readonly quiet: number[] = [];
  readonly beside: number[] = [];

  row(name: string, ratio: (quiet: number, beside: number) => number): readonly string[] {
    const [quiet, beside] = [median(this.quiet), median(this.beside)];
    return [name, roundTo(quiet, 1), roundTo(beside, 1), `${roundTo(ratio(quiet, beside))}×`];
  }
}

interface Counted {
  readonly id: string;
  readonly state: string;
  readonly counted: number;
}

class Scene {
  private sent = 0;

  constructor(
    private readonly service: Running,
    private readonly keys: readonly string[],
    private readonly route: InstantRoute,
  ) {}

  /** @returns invoices a second. */
  delivered(count: number): Promise<number> {
    return deliver([this.service], this.keys, count, this.route);
  }

  /** @returns milliseconds of calls, one after the other, whose invoices wait for no route. */
  async calls(): Promise<readonly number[]> {
    const taken: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      await pause(PAUSE_MS);
      const began = performance.now();
      const number = (this.sent += 1);
      await handIn(this.service, this.keys[number % this.keys.length]!, number, 'R');
      taken.push(performance.now() - began);
    }
    return taken;
  }

  async startRadar(): Promise<string> {
    const { id } = await this.ask('POST', '/radar', { pack: PACK });
    while ((await this.counted(id)).counted === 0) await pause(20);
    return id;
  }

  counted(id: string): Promise<Counted> {
    return this.ask('GET', `/radar/${id}`);
  }

  async ended(id: string): Promise<void> {
    while ((await this.counted(id)).state === 'running') await pause(500);
  }

  private async ask(method: string, path: string, body?: object): Promise<Counted> {
    const answer = await fetch(this.service.url + path, {
      method,
      headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Counted;
  }
}

/** A pack of one rule in place of EN 16931, from a month ahead on. */
async function bringComingPack(rulesDir: string): Promise<void> {
  const text = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern><rule context="/*">
<assert id="COMING-1" flag="fatal" test="string-length(name(*[1])) gt 0">A rule</assert></rule></pattern></schema>`;
  const file = { path: 'a.sch', role: 'schematron', layer: 'en16931', entry: true, sha256: sha256(text) };
  const description = {
    id: 'coming',
    version: '1',
    title: 'A coming pack',
    source: 'bench',
    licence: 'none',
    valid_from: dayOf(new Date(Date.now() + 30 * DAY_MS)),
    files: [{ ...file, syntax: ['ubl-invoice'], customization: ['*'] }],
  };
  const pack = readDescription(description, 'official', 'pack.json');
  const files = () => new Map([['a.sch', new TextEncoder().encode(text)]]);
  await bringPack(rulesDir, { pack, files }, { engines: ['compiled'], report: () => undefined });
}
