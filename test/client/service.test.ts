import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DeliveryService, OtherEnd, type StatusEvent, type Submission } from '../../src/client/client.ts';
import { type BreakingProxy, breakingProxy } from '../support/breaking-proxy.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { examplePath } from '../support/example-file.ts';
import { emptyFolder } from '../support/folder.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { docstringExamples, moduleOf } from './docstring-examples.ts';

const CLIENT = fileURLToPath(new URL('../../src/client/client.ts', import.meta.url));
const XML = examplePath('xrechnung-ubl.xml');

const plain = (number: string) => numbered(example('plain'), number) as unknown as Submission;

describe('the client library at a running service', () => {
  const [examples, data] = [emptyFolder(), emptyFolder()];
  let running: Service;
  let proxy: BreakingProxy;
  let url: string;
  let service: DeliveryService;
  let key: string;

  const started = (): Promise<Service> => startService({ cwd: data.path, env: { OPERATOR_KEY } });
  const portOf = ({ url: own }: Service): number => Number(new URL(own).port);

  before(async () => {
    running = await started();
    // Another program may take the port of a service that restarts.
    proxy = await breakingProxy('127.0.0.1', portOf(running));
    url = `http://127.0.0.1:${proxy.port}`;
    ({ key } = await Erp.of(running, 'acme'));
    service = new DeliveryService({ url, key });
    cpSync(XML, join(examples.path, 'invoice.xml'));
    writeFileSync(join(examples.path, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(examples.path, 'given.ts'),
      `export const url = ${JSON.stringify(url)};
export const key = ${JSON.stringify(key)};
export const submission: any = ${JSON.stringify(plain('RE-2026-0042'))};
export const document = submission.document;
export const withoutSeller: any = { ...document, seller: { name: 'Muster GmbH' } };
`,
    );
  });
  after(async () => {
    await proxy?.close();
    await running?.stop();
    [examples, data].forEach((each) => each.remove());
  });

  it('has an example in the docstring of everything that is more than a value', () => {
    const documented = docstringExamples().map(({ of }) => of);
    const members = Object.getOwnPropertyNames(DeliveryService.prototype).filter(
      (name) => name !== 'constructor',
    );
    for (const name of [...members, 'api', 'DeliveryService', 'ServiceProblem', 'verifyWebhook'])
      assert.ok(documented.includes(name), `${name} has no example`);
  });

  for (const [index, each] of docstringExamples().entries())
    it(`runs the example of ${each.of}`, async () => {
      const file = join(examples.path, `${index}-${each.of}.ts`);
      writeFileSync(
        file,
        moduleOf(each)
          .replace("'invoice-delivery-service/client'", JSON.stringify(CLIENT))
          .replace("'invoice.xml'", JSON.stringify(join(examples.path, 'invoice.xml'))),
      );
      const { log } = console;
      console.log = () => undefined;
      try {
        await import(pathToFileURL(file).href);
      } finally {
        console.log = log;
      }
    });

  it('says why an invoice has ended in a state that the caller does not wait for', async () => {
    const { id } = await service.send(plain('RE-END'));
    const error = await service.waitFor(id, ['accepted'], { timeoutMs: 60_000 }).catch((thrown) => thrown);
    assert.ok(error instanceof OtherEnd);
    assert.equal(error.invoice.state, 'ready');
  });

  it('finds an invoice by its number and by each reference that it was sent under, whole', async () => {
    const { id } = await service.send({ ...plain('RE-TWICE'), invoice_ref: 'SO-1' });
    await service.send({ ...plain('RE-TWICE'), invoice_ref: 'SO-2' });
    for (const [name, ids] of [
      ['RE-TWICE', [id]],
      ['SO-1', [id]],
      ['SO-2', [id]],
      ['SO-', []],
    ] as const)
      assert.deepEqual(
        (await service.find(name)).map((row) => row.id),
        ids,
        name,
      );
  });

  it('pages through every invoice once', async () => {
    const all: string[] = [];
    for await (const { id } of service.invoices()) all.push(id);
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.length >= 3);
  });

  it('answers lines of a batch while further ones are still to come', async () => {
    const steps: string[] = [];
    async function* slowly() {
      for (const number of ['RE-B1', 'RE-B2']) {
        steps.push(`sends ${number}`);
        yield { submission: plain(number), idempotencyKey: `batch-${number}` };
        await until(() => steps.includes(`202 batch-${number}`), `the answer to ${number}`);
      }
    }
    for await (const { idempotencyKey, status } of service.sendBatch(slowly()))
      steps.push(`${status} ${idempotencyKey}`);
    assert.deepEqual(steps, ['sends RE-B1', '202 batch-RE-B1', 'sends RE-B2', '202 batch-RE-B2']);
  });

  it('reads every event once over a restart of the service', async () => {
    const seen: StatusEvent[] = [];
    const stop = new AbortController();
    const reading = (async () => {
      for await (const { event } of service.events({ signal: stop.signal })) {
        seen.push(event);
        if (event.invoice_ref === 'RE-LATE' && event.status === 'ready') return;
      }
    })();
    proxy.leadTo();
    await running.stop();
    await until(() => proxy.turnedAway > 0, 'a reader that calls in vain');
    running = await started();
    proxy.leadTo(portOf(running));
    await service.send(plain('RE-LATE'));
    await reading;
    assert.equal(new Set(seen.map(({ event_id }) => event_id)).size, seen.length);
    assert.deepEqual(
      seen.filter(({ invoice_ref }) => invoice_ref === 'RE-LATE').map(({ sequence }) => sequence),
      [1, 2, 3],
    );
  });
});
