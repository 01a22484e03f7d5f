import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { FULL } from '../../domain/full-sample.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, OPERATOR_KEY, type Submission } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

const MASTER_KEY = Buffer.from('master-key-that-nobody-may-read!').toString('base64');
const MARKER = 'zqxmarker';

/** Values with a fixed form, and values that are stored openly: the number, which every status event repeats. */
const FORMED =
  /^(lang|country|profile|invoice\.(number|currency|vat_currency)|.*(_date|\bdate|start|end|scheme|unit|country|country_of_origin|region|vat_category|reason_code|mime|list|version|means_code|color|_amount|amount|base|price|discount|rate|quantity|code|iban|bic|vat_id|content_base64|creditor_id))$/;
/** Those of them from which a stranger could learn about a business. */
const TELLING = ['DE02120300000000202051', 'DE136695976', 'BYLADEM1001'];

/** Puts a different marker into each free text. */
function marked(value: unknown, path = ''): unknown {
  if (Array.isArray(value)) return value.map((each, index) => marked(each, `${path}[${index}]`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, marked(each, path ? `${path}.${name}` : name)]),
    );
  if (typeof value !== 'string' || FORMED.test(path.replace(/\[\d+\]/g, ''))) return value;
  return `${MARKER}${value}`;
}

/** Everything that a process leaves on disk or at its server, as bytes. */
async function kept({ folder, env }: StoreInUse): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const data = join(folder, 'data');
  if (!env['STORE_URL']!.startsWith('mongodb')) {
    for (const name of readdirSync(data)) found.set(name, readFileSync(join(data, name)));
    return found;
  }
  const client = await MongoClient.connect(env['STORE_URL']!);
  try {
    for (const { collectionName } of await client.db().collections()) {
      const raw = client.db().collection(collectionName).find({}, { raw: true });
      const rows = (await raw.toArray()) as unknown as Buffer[];
      found.set(collectionName, Buffer.concat(rows));
    }
  } finally {
    await client.close();
  }
  return found;
}

describeOnEachStore('content and keys', (open) => {
  let store: StoreInUse;
  let service: Service | undefined;
  before(() => (store = open()));
  after(async () => {
    await service?.stop();
    store.remove();
  });

  it('are in no row, no file, no log line and no metric', async () => {
    service = await startService({
      cwd: store.folder,
      env: { ...store.env, OPERATOR_KEY, MASTER_KEY, LOG_LEVEL: 'debug', RETRY_SCALE: '0.001' },
    });
    const erp = await Erp.of(service, 'secrets');
    const submission = (number: string, document: unknown = marked(FULL)): Submission => {
      const { invoice, ...rest } = document as Submission['document'];
      return {
        invoice_ref: number,
        route: 'DE-XRECHNUNG',
        document: { ...rest, invoice: { ...invoice, number } },
      };
    };
    const taken = await erp.submit(submission('S-1'));
    assert.equal(taken.status, 202, taken.text);
    await erp.settled(taken.json.id);
    const neverRan = await erp.submit(submission('S-2-NORUN'));
    await erp.settled(neverRan.json.id, 60_000);
    const wrong = submission('S-3', { ...(marked(FULL) as object), [`${MARKER}_unheard_of`]: MARKER });
    const refused = await erp.submit(wrong);
    assert.equal(refused.status, 422);
    assert.ok(refused.text.includes(`${MARKER}_unheard_of is not a field`), refused.text);
    assert.equal((await erp.post('/validate', submission('S-4'))).status, 200);
    assert.equal((await erp.post('/invoices', `{"document": "${MARKER}`)).status, 400);
    for (const path of [
      `/invoices?q=${MARKER}`,
      `/invoices?${MARKER}=1`,
      `/invoices/${MARKER}`,
      `/${MARKER}`,
      `/catalogue/${MARKER}`,
    ])
      await erp.get(path);
    const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    const canonical = await erp.get(`/invoices/${taken.json.id}/documents/canonical`);
    assert.ok(canonical.text.split(MARKER).length > 50, 'the sealed document has them');
    const alive = await kept(store);
    assert.equal(await service.stop(), 0);

    const places = new Map([
      ...[...alive].map(([name, bytes]) => [`${name} of a running service`, bytes] as const),
      ...(await kept(store)),
      ['what was printed', Buffer.from(service.printed())],
      ['metrics', Buffer.from(metrics)],
    ]);
    assert.ok(places.get('what was printed')!.includes(taken.json.id), 'there are log lines to look at');
    for (const secret of [MARKER, ...TELLING, erp.key, OPERATOR_KEY, MASTER_KEY, 'master-key-that-nobody'])
      for (const [name, bytes] of places)
        assert.ok(!bytes.includes(secret), `${secret} is readable in ${name}`);
  });
});
