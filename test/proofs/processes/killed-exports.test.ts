import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { describeOnEachStore } from '../../support/each-store.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { openStores } from '../../support/open-stores.ts';
import { anIntake } from '../../support/records.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** More than sockets buffer: a caller that stops reading stops the export. */
const [FILES, FILE_BYTES] = [4, 8_000_000];

interface AuditRow {
  readonly action: string;
  readonly client?: string;
  readonly actor: string;
  readonly request_id?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

async function fill(url: string, masterKey: Uint8Array): Promise<void> {
  const stores = await openStores(url);
  try {
    const sealer = await sealerOf(stores.sealed, { current: masterKey });
    const content = new SealedContent(stores.sealed, sealer, new NodeDigests());
    for (let n = 0; n < FILES; n += 1) {
      const file = await content.seal('acme', randomBytes(FILE_BYTES));
      const documents = [{ kind: 'pdf', sha256: file.sha256, size: FILE_BYTES }] as const;
      await stores.invoices.takeIn({ ...anIntake({ client: 'acme', documents }), files: [file] });
    }
  } finally {
    await stores.close();
  }
}

/** Reads the first bytes only. */
async function beginReading(service: Service): Promise<IncomingMessage> {
  const call = request(`${service.url}/exports/archive?client=acme`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}` },
  });
  // The connection breaks when the process dies.
  call.on('error', () => undefined);
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  await once(answer, 'readable');
  assert.ok(answer.read());
  return answer;
}

describeOnEachStore('an export whose process is killed in the middle', (open) => {
  let store: ReturnType<typeof open>;
  before(() => {
    store = open();
  });
  after(() => store.remove());

  it('is recorded from its first byte, and as broken off once its process is dead', async () => {
    const masterKey = randomBytes(32);
    const env = { ...store.env, OPERATOR_KEY, MASTER_KEY: masterKey.toString('base64') };
    mkdirSync(join(store.folder, 'data'), { recursive: true });
    await fill(store.env['STORE_URL']!, masterKey);
    const rows = async (service: Service): Promise<readonly AuditRow[]> => {
      const { json } = await new Erp(service, OPERATOR_KEY).read<{ data: readonly AuditRow[] }>('/audit');
      return json.data.filter(({ action }) => ['export_started', 'data_exported'].includes(action));
    };

    const first = await startService({ cwd: store.folder, env });
    await beginReading(first);
    const [begun, ...more] = await rows(first);
    assert.deepEqual([begun?.action, more], ['export_started', []]);
    await first.stop('SIGKILL');

    const second = await startService({ cwd: store.folder, env });
    try {
      let ended: AuditRow | undefined;
      const isEnded = async (): Promise<boolean> => {
        ended = (await rows(second)).find(({ action }) => action === 'data_exported');
        // Each call of the audit log is a row, too.
        if (!ended) await pause(1_000);
        return ended !== undefined;
      };
      await until(isEnded, 'the end of the export', 180_000);
      const reason = 'the process that sent it ended';
      assert.deepEqual(ended?.details, { what: 'archive', skipped: 0, broken_off: true, reason });
      assert.deepEqual(
        [ended?.action, ended?.client, ended?.actor, ended?.request_id],
        ['data_exported', 'acme', begun?.actor, begun?.request_id],
      );
    } finally {
      await second.stop();
    }
  });
});
