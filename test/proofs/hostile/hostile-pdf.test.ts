import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { HOSTILE_PDFS } from '../../support/pdf/hostile.ts';
import { goodHybrid } from '../../support/pdf/faults.ts';
import { type Service, startService, WARM_THREADS } from '../../support/service.ts';
import { Draws } from '../facturx/draws.ts';

const DRAWN = 400;
const SEED = Number(process.env['SEED'] ?? 31);
/** The memory of the service with warm threads, and the allowed growth for a PDF. */
const MAX_EXTRA_BYTES = 300_000_000;
const ROWS_PER_KEY = 15;

type Damage = (file: Buffer, draws: Draws) => Buffer;
const TOKENS = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  'obj',
  'endobj',
  'stream',
  '0 R',
  '/Length 99999999',
  '/Kids',
  'xref',
  '%',
];
const DAMAGES: readonly Damage[] = [
  (file, draws) => {
    const copy = Buffer.from(file);
    for (let i = 0; i < 20; i += 1) copy[draws.below(copy.length)] = draws.below(256);
    return copy;
  },
  (file, draws) => file.subarray(0, 10 + draws.below(file.length - 10)),
  (file, draws) => spliced(file, draws.below(file.length), draws.below(500), Buffer.alloc(0)),
  (file, draws) =>
    spliced(file, draws.below(file.length), 0, Buffer.from(draws.of(TOKENS).repeat(1 + draws.below(200)))),
  (file, draws) => numbersChanged(file, draws),
  (file, draws) => {
    const [from, to] = [draws.below(file.length), draws.below(file.length)];
    return spliced(file, to, 0, file.subarray(from, from + draws.below(4_000)));
  },
];

const spliced = (file: Buffer, at: number, gone: number, more: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, at), more, file.subarray(at + gone)]);

function numbersChanged(file: Buffer, draws: Draws): Buffer {
  const values = ['0', '-1', '99999999', '4294967296', '1 0 R', '14 0 R', '2 0 R', 'null', '/Name'];
  return Buffer.from(
    file
      .toString('latin1')
      .replaceAll(/\b\d+\b/g, (number) => (draws.below(40) === 0 ? draws.of(values) : number)),
    'latin1',
  );
}

function drawn(draws: Draws): Buffer {
  let file: Buffer = goodHybrid().build();
  for (let i = 0; i <= draws.below(3); i += 1) file = draws.of(DAMAGES)(file, draws);
  return file.subarray(0, 4).toString('latin1') === '%PDF'
    ? file
    : Buffer.concat([Buffer.from('%PDF-1.7\n'), file]);
}

interface Report {
  readonly valid?: boolean;
  readonly layers?: readonly { readonly layer: string; readonly outcome: string }[];
}

const isTold = existsSync('/proc/self/clear_refs');

describe('hostile PDFs', function () {
  const { path, remove } = emptyFolder();
  let service: Service;
  let network: Server;
  let calls = 0;
  let erp: Erp;
  let sent = 0;

  before(async () => {
    network = createServer((_, answer) => {
      calls += 1;
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(network, 'listening');
    service = await startService({
      cwd: path,
      env: { STORE_URL: `sqlite:${join(path, 'ids.db')}`, OPERATOR_KEY, ...WARM_THREADS },
    });
  });
  after(async () => {
    await service?.stop();
    network.close();
    remove();
  });

  async function post(where: string, body: Uint8Array) {
    if (sent % ROWS_PER_KEY === 0) erp = await Erp.of(service, `hostile-${sent}`);
    sent += 1;
    const answer = await fetch(`${service.url}${where}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${erp.key}`,
        'Content-Type': 'application/pdf',
        'Idempotency-Key': randomUUID(),
      },
      body: new Uint8Array(body),
    });
    return { status: answer.status, json: JSON.parse(await answer.text()) as Report };
  }

  const resident = (): number =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1] ?? 0) *
    1_024;

  it(`are checked one after the other, ${DRAWN} of them from seed ${SEED}`, async () => {
    const { port } = network.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/`;
    assert.equal((await post('/validate/xml?route=DE-XRECHNUNG', goodHybrid().build())).json.valid, true);
    if (isTold) writeFileSync(`/proc/${service.process.pid}/clear_refs`, '5');
    const before = isTold ? resident() : 0;
    const draws = new Draws(SEED);
    const files = [
      ...HOSTILE_PDFS.map(({ make }) => make),
      ...Array.from({ length: DRAWN }, () => () => drawn(draws)),
      () => goodHybrid().edit(1, '/Lang', `/OpenAction << /S /URI /URI (${address}) >> /Lang`).build(),
    ];
    const outcomes = new Map<string, number>();
    for (const make of files) {
      const file = make();
      const { status, json } = await post('/validate/xml?route=FR-PA', file);
      assert.ok(status === 200 || status === 415, `${status} ${JSON.stringify(json)}`);
      const said = (json.layers ?? []).map(({ layer, outcome }) => `${layer} ${outcome}`);
      const key = status === 415 ? '415' : said.join(' ');
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
    const more = isTold ? resident() - before : 0;
    for (const [outcome, times] of outcomes) console.log(`        ${times} × ${outcome}`);
    console.log(`        ${Math.round(more / 1_000_000)} MB more at most`);
    assert.ok(more < MAX_EXTRA_BYTES, `${more} bytes more`);
    assert.equal(calls, 0, 'nothing is fetched');
    assert.equal((await post('/validate/xml?route=DE-XRECHNUNG', goodHybrid().build())).json.valid, true);
  });

  it('are refused at the intake if they are unreadable, and nothing is stored', async () => {
    const kept = async (): Promise<number> => (await erp.get<{ total: number }>('/invoices')).json.total;
    for (const { it: what, make, code } of HOSTILE_PDFS.filter((one) =>
      ['EI-PDF-1', 'EI-PDF-9'].includes(one.code ?? ''),
    )) {
      const { status, json } = await post('/invoices/xml?route=DE-XRECHNUNG&invoice_ref=hostile', make());
      const { errors = [] } = json as { readonly errors?: readonly { readonly code: string }[] };
      assert.deepEqual(
        [status, errors.map((error) => error.code)],
        [422, [code]],
        `${what} ${JSON.stringify(json)}`,
      );
      assert.equal(await kept(), 0);
    }
  });
});
