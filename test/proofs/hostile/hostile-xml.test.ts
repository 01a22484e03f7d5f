import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ADVERSARIES } from './adversarial.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { exampleBytes, exampleText } from '../../support/example-file.ts';
import { emptyFolder } from '../../support/folder.ts';
import { HOSTILE_FA3 } from '../../support/hostile-fa3.ts';
import { HOSTILE_XML, type HostileXml } from '../../support/hostile-xml.ts';
import { type Service, startService, WARM_THREADS } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Costly files; for a parser they are not an invoice, or not a valid one. */
const COSTLY = Object.entries(ADVERSARIES).map(([name, { make, parser }]): [string, HostileXml] => {
  const read = make().startsWith('<Invoice') ? 'invalid' : 'EI-XML-TYPE';
  return [name, { make, ends: parser === 'reads' ? read : 'EI-XML-SYNTAX' }];
});

/** Each syntax on its own route; files that are costly in every syntax run once. */
const RUNS = [
  { route: 'DE-XRECHNUNG', by: '', files: [...Object.entries(HOSTILE_XML), ...COSTLY] },
  { route: 'PL-KSEF', by: 'on the way to KSeF, ', files: Object.entries(HOSTILE_FA3) },
];

/**
 * Processor time of the whole process, because other programs may run: "about a second", with reserve for a slower machine. Most
 * files take a twentieth of it, the two most costly ones 1.0 s. A cold thread takes more than twice as much.
 */
const MAX_CPU_MS = 1_500;
/**
 * A file that takes longer may be on a slow machine, on which an ordinary file of the same size takes longer, too. The two take five times
 * that, and eight beside a load, whose share of the caches differs from run to run. Work that grows with the square takes a thousand times.
 */
const MAX_TIMES_HONEST = 20;
/** The first ones run in a cold thread, and any one may meet a collection of garbage: the cheapest counts. */
const TRIES = 3;
const MAX_BYTES = 4_900_000;
/** Beyond the memory of the process before the file. */
const MAX_GROWTH_MB = 250;
/**
 * Beyond the memory before the first file: each of two threads reserves memory for the next one. 340 alone, once 620, because garbage is
 * collected later; retained files would add 330.
 */
const MAX_KEPT_MB = 600;
/** Ordinary files before garbage counts as retained. */
const MAX_WORKS = 20;
/** A key has a rate limit, and refused calls count, too. */
const ROWS_PER_KEY = 4;

interface Answered {
  readonly id?: string;
  readonly valid?: boolean;
  readonly layers?: readonly { readonly findings: readonly { readonly code: string }[] }[];
  readonly errors?: readonly { readonly code: string }[];
}

/** The resources of a process that works on one file after the other. Only Linux reports them; elsewhere nothing is measured. */
class Cost {
  private readonly folder: string;
  private readonly startedAtMb: number;

  constructor({ process: { pid } }: Service) {
    this.folder = `/proc/${pid}`;
    this.startedAtMb = this.memory('VmRSS');
  }

  /**
   * If the work took long, it and an honest file are measured again.
   * @param again the same work for another client.
   * @param honest recognises a slow machine.
   */
  async assertSmall<T>(
    work: () => Promise<T>,
    again: () => Promise<unknown>,
    honest: () => Promise<unknown>,
  ): Promise<T> {
    // The peak is measured from here.
    writeFileSync(`${this.folder}/clear_refs`, '5');
    const [cpuMs, beforeMb] = [this.cpu(), this.memory('VmRSS')];
    const done = await work();
    const [ms, peakMb] = [this.cpu() - cpuMs, this.memory('VmHWM')];
    assert.ok(peakMb - beforeMb < MAX_GROWTH_MB, `${beforeMb} to ${peakMb} MB`);
    await this.assertReleased(peakMb, honest);
    if (ms < MAX_CPU_MS) return done;
    const cheapestMs = Math.min(ms, ...(await this.each(TRIES, again)));
    const honestMs = Math.min(...(await this.each(TRIES, honest)));
    assert.ok(
      cheapestMs < MAX_TIMES_HONEST * honestMs,
      `${cheapestMs} ms, and an honest file ${honestMs} ms`,
    );
    return done;
  }

  /** Garbage is gone once the service has worked on, retained files are not. */
  private async assertReleased(peakMb: number, work: () => Promise<unknown>): Promise<void> {
    let mb = peakMb;
    for (let n = 0; mb - this.startedAtMb >= MAX_KEPT_MB && n < MAX_WORKS; n += 1) {
      await work();
      mb = this.memory('VmRSS');
    }
    assert.ok(mb - this.startedAtMb < MAX_KEPT_MB, `${this.startedAtMb} to ${peakMb}, then ${mb} MB`);
  }

  private async each(times: number, work: () => Promise<unknown>): Promise<readonly number[]> {
    const taken: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const before = this.cpu();
      await work();
      taken.push(this.cpu() - before);
    }
    return taken;
  }

  /** Of all threads, in steps of ten. */
  private cpu(): number {
    const [user, system] = readFileSync(`${this.folder}/stat`, 'utf8').split(' ').slice(13, 15);
    return (Number(user) + Number(system)) * 10;
  }

  private memory(row: string): number {
    return (
      Number(new RegExp(`${row}:\\s+(\\d+)`).exec(readFileSync(`${this.folder}/status`, 'utf8'))?.[1]) / 1000
    );
  }
}

/** An invoice with as many lines as fit. */
function honestFile(): Buffer {
  const text = exampleText('xrechnung-ubl.xml');
  const [line = ''] = /<cac:InvoiceLine>[^]*?<\/cac:InvoiceLine>\s*/.exec(text) ?? [];
  return Buffer.from(text.replace(line, line.repeat((MAX_BYTES - text.length) / line.length)));
}

/** Valid invoices are sent to an address that does not answer. */
const UNREACHABLE = 'http://127.0.0.1:9/v2';

const CAN_MEASURE = existsSync('/proc/self/clear_refs');

describe('hostile XML', () => {
  const { path, remove } = emptyFolder();
  let service: Service;
  let cost: Cost | undefined;
  let trap: Server;
  let calls = 0;
  let erp: Erp;
  /** The sender of ordinary files. */
  let other: Erp;
  let rows = 0;
  before(async function () {
    trap = createServer((_, answer) => {
      calls += 1;
      answer.end('root:x:0:0');
    }).listen(0, '127.0.0.1');
    await once(trap, 'listening');
    service = await startService({
      cwd: path,
      env: {
        STORE_URL: `sqlite:${join(path, 'ids.db')}`,
        OPERATOR_KEY,
        KSEF_URL: UNREACHABLE,
        ...WARM_THREADS,
      },
    });
    other = await Erp.of(service, 'honest');
    if (CAN_MEASURE) cost = new Cost(service);
  });
  beforeEach(async () => {
    if (rows % ROWS_PER_KEY === 0) erp = await Erp.of(service, `hostile-${rows}`);
    rows += 1;
  });
  after(async () => {
    await service?.stop();
    trap.close();
    remove();
  });

  const countInvoices = async (): Promise<number> =>
    (await erp.get<{ total: number }>('/invoices')).json.total;

  async function answerTo({ key }: Erp, where: string, body: Uint8Array): Promise<readonly [number, string]> {
    const answer = await fetch(`${service.url}${where}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/xml',
        'Idempotency-Key': randomUUID(),
      },
      body: new Uint8Array(body),
    });
    return [answer.status, await answer.text()];
  }

  /** @returns status and answer. */
  async function post(where: string, body: Uint8Array): Promise<readonly [number, Answered]> {
    const call = () => answerTo(erp, where, body);
    const honest = async () => {
      const [status] = await answerTo(other, '/validate/xml?route=DE-XRECHNUNG', honestFile());
      assert.equal(status, 200);
    };
    const again = () => answerTo(other, where, body);
    const [status, text] = await (cost?.assertSmall(call, again, honest) ?? call());
    assert.doesNotMatch(text, /root:/);
    return [status, JSON.parse(text) as Answered];
  }

  const codes = ({ errors = [] }: Answered) => errors.map(({ code }) => code);
  const firstCodes = ({ layers = [] }: Answered) => layers[0]?.findings.map(({ code }) => code);

  /** The result of the layers for an accepted invoice. It waits for the end of the check, whose cost must not count for the next file. */
  async function checkResult(id: string): Promise<'valid' | 'invalid'> {
    let events = '';
    const isChecked = async (): Promise<boolean> =>
      (events = (await erp.events(id)).join()).includes('validat');
    await until(isChecked, `the check of ${id}`, 60_000, 100);
    return events.includes('validation_failed') ? 'invalid' : 'valid';
  }

  for (const { route, by, files } of RUNS)
    for (const [name, { make, ends }] of files)
      it(`${by}is ${ends.startsWith('EI-') ? `refused with ${ends}` : `checked, and ${ends}`}: ${name}`, async () => {
        const { port } = trap.address() as AddressInfo;
        const made = make(`http://127.0.0.1:${port}/`);
        const body = typeof made === 'string' ? Buffer.from(made) : made;
        const before = await countInvoices();
        const [checked, report] = await post(`/validate/xml?route=${route}`, body);
        const [status, answer] = await post(`/invoices/xml?route=${route}&invoice_ref=hostile`, body);
        assert.deepEqual([checked, report.valid], [200, ends === 'valid'], JSON.stringify(report));
        if (ends.startsWith('EI-')) {
          assert.deepEqual([status, codes(answer), firstCodes(report)], [422, [ends], [ends]]);
          assert.equal(await countInvoices(), before);
        } else {
          assert.deepEqual([status, firstCodes(report)], [202, []], JSON.stringify(answer));
          assert.equal(await countInvoices(), before + 1);
          assert.equal(await checkResult(answer.id!), ends);
        }
        assert.equal(calls, 0);
      });

  it('leaves the service unchanged', async () => {
    const [status, report] = await post(
      '/validate/xml?route=DE-XRECHNUNG',
      exampleBytes('xrechnung-ubl.xml'),
    );
    assert.deepEqual([status, report.valid], [200, true]);
  });
});
