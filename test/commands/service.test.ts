import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DeliveryService,
  type Intake,
  type Invoice,
  type StatusEvent,
  verifyWebhook,
} from '../../src/client/client.ts';
import { missingCredential } from '../../src/application/sending/missing-credential.ts';
import type { CareRow } from '../../src/domain/lifecycle/invoice-record.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import { Erp, OPERATOR_KEY } from '../support/erp.ts';
import { emptyFolder } from '../support/folder.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { jsonOf, runIds } from './run-ids.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const [PLAIN, BROKEN, UBL, CII] = [
  'plain.json',
  'broken-iban.json',
  'xrechnung-ubl.xml',
  'xrechnung-cii.xml',
].map((name) => join(examples, name)) as [string, string, string, string];

describe('ids at a running service', () => {
  const folder = emptyFolder();
  let running: Service;
  let env: NodeJS.ProcessEnv;
  let operator: NodeJS.ProcessEnv;

  before(async () => {
    running = await startService({ cwd: folder.path, env: { OPERATOR_KEY } });
    const { key } = await Erp.of(running, 'acme');
    const surroundings = { IDS_URL: running.url, XDG_CONFIG_HOME: join(folder.path, 'config') };
    env = { ...surroundings, IDS_KEY: key };
    operator = { ...surroundings, IDS_KEY: OPERATOR_KEY };
  });
  after(async () => {
    await running?.stop();
    folder.remove();
  });

  interface Sent {
    readonly intake?: Intake;
    readonly invoice?: Invoice;
    readonly type?: string;
    readonly findings?: readonly { readonly code: string }[];
  }

  it('sends files, waits for their end, and ends with 1 if one was refused', async () => {
    const ran = await runIds(['send', BROKEN, PLAIN, '--wait', '--json'], env);
    assert.equal(ran.code, 1, ran.err);
    const [refused, sent] = jsonOf<readonly Sent[]>(ran);
    assert.equal(sent?.invoice?.state, 'ready');
    assert.deepEqual(
      [refused?.type, refused?.findings?.map(({ code }) => code)],
      ['validation-failed', ['EI-ID-IBAN']],
    );
    const alone = await runIds(['send', UBL, '--route', 'DE-XRECHNUNG', '--ref', 'X-1', '--wait'], env);
    assert.equal(alone.code, 0, alone.out);
    assert.match(
      alone.out,
      /X-1 {2}ready {2}DE-XRECHNUNG {2}client acme {2}inv_\w+\n.* received\n.* validated\n.* ready\n/,
    );
  });

  it('sends nothing twice', async () => {
    const again = await runIds(['send', PLAIN], env);
    assert.equal(again.code, 0);
    assert.match(again.out, /was submitted before; nothing is sent a second time/);
    const [waited] = jsonOf<readonly Sent[]>(await runIds(['send', PLAIN, '--wait', '--json'], env));
    assert.deepEqual([waited?.invoice?.id, waited?.invoice?.state], [waited?.intake?.duplicate_of, 'ready']);
  });

  it('names the call by its key, also for a finished file: another file under it is not taken', async () => {
    const send = (file: string) =>
      runIds(['send', file, '--route', 'DE-XRECHNUNG', '--idempotency-key', 'one-call', '--json'], env);
    const [first] = jsonOf<readonly Sent[]>(await send(UBL));
    const [again] = jsonOf<readonly Sent[]>(await send(UBL));
    assert.deepEqual(again?.intake, first?.intake);
    const [other] = jsonOf<readonly Sent[]>(await send(CII));
    assert.deepEqual([other?.intake, other?.type], [undefined, 'idempotency-conflict']);
  });

  it('sends a canonical document as it is written, with what the options add', async () => {
    const { document } = JSON.parse(readFileSync(PLAIN, 'utf8')) as { readonly document: object };
    const text = JSON.stringify(document)
      .replace(/"number":"[^"]+"/, '"number":"RE-EXACT"')
      .replace(/"unit_price":"?([\d.]+)"?/, '"unit_price":$1000');
    const file = join(folder.path, 'document.json');
    writeFileSync(file, text);
    const sent = await runIds(['send', file, '--route', 'DE-XRECHNUNG', '--ref', 'EXACT'], env);
    assert.equal(sent.code, 0, sent.out);
    const { out } = await runIds(['get', 'EXACT', '--document', 'canonical'], env);
    assert.equal(out, text, 'JSON.parse would have dropped the zeros');
  });

  it('does not begin what it cannot do: exit code 2', async () => {
    for (const [words, says] of [
      [['send', UBL], /--route says where it goes/],
      [['send', PLAIN, BROKEN, '--idempotency-key', 'one-for-two'], /give one file/],
      [['send', UBL, '--route', 'DE-XRECHNUNG', '--client', 'other'], /with a key of its client/],
      [['send', join(folder.path, 'none.json')], /cannot be read: there is no such file\./],
      [['send'], /missing required argument/],
      [['sned', PLAIN], /Did you mean send\?/],
      [['send', PLAIN, '--route', 'XX'], /Allowed choices are PEPPOL/],
    ] as const) {
      const { code, out, err } = await runIds(words, env);
      assert.equal(code, 2, `${out}${err}`);
      // A long path moves the line breaks.
      assert.match((out + err).replaceAll(/\s+/g, ' '), says);
    }
    const away = await runIds(['get', 'x'], { ...env, IDS_URL: 'http://127.0.0.1:9' });
    assert.equal(away.code, 2);
    assert.match(away.err, /cannot be reached/);
  });

  it('reads an invoice by its id or its reference, with its documents', async () => {
    const { invoice } = jsonOf<{ invoice: Invoice }>(await runIds(['get', 'plain', '--json'], env));
    const to = join(folder.path, 'documents');
    const all = await runIds(['get', invoice.id, '--all', to], env);
    assert.equal(all.code, 0, all.err);
    assert.deepEqual(readdirSync(to).sort(), [
      'canonical.json',
      'events.json',
      'manifest.json',
      'validation-report.json',
      'xrechnung-ubl.xml',
    ]);
    const one = await runIds(['get', 'plain', '--document', 'xrechnung-ubl'], env);
    assert.equal(one.out, readFileSync(join(to, 'xrechnung-ubl.xml'), 'utf8'));
    assert.equal((await runIds(['get', 'none-such'], env)).code, 1);
  });

  it('breaks no line of a terminal with 80 columns, and says what to do next', async () => {
    const { document } = JSON.parse(readFileSync(PLAIN, 'utf8')) as { readonly document: object };
    const file = join(folder.path, 'long-reference.json');
    writeFileSync(file, JSON.stringify(document).replace(/"number":"[^"]+"/, '"number":"RE-LONG"'));
    await runIds(['send', file, '--route', 'DE-XRECHNUNG', '--ref', 'R'.repeat(40)], env);
    for (const [words, by, next] of [
      [['send', PLAIN, BROKEN, '--wait'], env, /Next: ids explain EI-ID-IBAN /],
      [['send', PLAIN, '--wait'], env, /Next: ids get plain --all /],
      [['send', PLAIN], env, /Next: ids why inv_/],
      [['get', 'plain'], env, undefined],
      [['why', 'plain'], env, undefined],
      [['workers'], operator, undefined],
      [['tail', '--once'], env, undefined],
    ] as const) {
      const { out, err } = await runIds(words, { ...by, NO_COLOR: '1' }, undefined, 80);
      for (const line of (out + err).split('\n'))
        assert.ok(line.length <= 80 || line.endsWith('.json'), line);
      if (next) assert.match(err, next);
    }
  });

  it('prints the events so far, and goes on after one of them', async () => {
    const lines = (text: string) =>
      text
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { event: StatusEvent; after: string });
    const events = lines((await runIds(['tail', '--once', '--json'], env)).out);
    assert.deepEqual(
      events.slice(0, 3).map(({ event }) => event.status),
      ['received', 'validated', 'ready'],
    );
    assert.equal((await runIds(['tail', '--once', '--after', events.at(-1)!.after], env)).out, '');
  });

  it('follows the events until it is stopped', async () => {
    const stop = new AbortController();
    const { code } = await runIds(['tail'], env, stop.signal, undefined, undefined, (text) => {
      if (/> ready +DE-XRECHNUNG {2}plain/.test(text)) stop.abort();
    });
    assert.equal(code, 0);
  });

  it('keeps an address and a key that the service knows', async () => {
    const { IDS_KEY: _, ...without } = env;
    const wrong = await runIds(['login', '--key', 'ids_test_wrong'], without);
    assert.equal(wrong.code, 1, wrong.out);
    const right = await runIds(['login'], env);
    assert.equal(right.code, 0, right.err);
    const file = join(folder.path, 'config/ids/profiles.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { XDG_CONFIG_HOME } = env;
    assert.equal((await runIds(['get', 'plain'], { XDG_CONFIG_HOME })).code, 0);
  });

  it('lists clients that have keys and no record', async () => {
    const ran = await runIds(['clients', 'list', '--json'], operator);
    assert.equal(ran.code, 0, ran.err);
    assert.deepEqual(jsonOf(ran), [{ client: 'acme', record: null, live_keys: 1 }]);
  });

  it('says the state of an invoice, with the workers for a key of the operator', async () => {
    const { code, out } = await runIds(['why', 'plain'], operator);
    assert.equal(code, 0);
    assert.match(out, /It arrived for DE-XRECHNUNG/);
    assert.match(out, /\n {2}now +It is at its end/);
    assert.equal((await runIds(['why', 'plain'], env)).code, 0, 'a key of the client sees no processes');
  });

  it('lists the live workers for the operator', async () => {
    const { code, out } = await runIds(['workers'], operator);
    assert.equal(code, 0);
    assert.match(out, /prc_\w+ +all/);
    assert.match(out, /\ncheck +1\n/);
    assert.equal((await runIds(['workers'], env)).code, 1, 'not for clients');
  });

  it('finds what was sent, not taken and received, and ends with 1 if nothing is found', async () => {
    await runIds(['send', PLAIN, BROKEN], env);
    const found = async (...words: readonly string[]) => {
      const ran = await runIds(['search', ...words, '--json'], env);
      const { data } = jsonOf<{ data: readonly { kind: string; number?: string }[] }>(ran);
      assert.equal(ran.code, data.length > 0 ? 0 : 1, ran.err);
      return data.map(({ kind }) => kind);
    };
    const kinds = await found('Stadtwerke', 'Fulda');
    for (const kind of ['sent', 'not_taken']) assert.ok(kinds.includes(kind), kind);
    assert.ok((await found('stadtwerke', '--kind', 'sent')).every((kind) => kind === 'sent'));
    assert.deepEqual(await found('stadtwerke', '--kind', 'received'), []);
    assert.deepEqual(await found('stadtwerke', '--from', '2020-01-01', '--to', '2020-12-31'), []);
    const { out } = await runIds(['search', 'stadtwerke', '--kind', 'not_taken'], env);
    assert.match(out, /^kind +number +buyer or seller +date +total +state +found in +id$/m);
    assert.match(out, /^not taken +\S+ +Stadtwerke .* EUR +buyer +rfs_\w+$/m);
    const nothing = await runIds(['search', '\u001b[31m%'], env);
    assert.match(nothing.out, /^Nothing was found for .*31m%”\. Looked in: number, reference, buyer/);
    assert.ok(!nothing.out.includes('\u001b'));
    for (const wrong of [['--kind', 'deleted'], ['--from', 'May'], ['--by', 'due'], []])
      assert.equal((await runIds(['search', ...(wrong.length > 0 ? ['a', ...wrong] : wrong)], env)).code, 2);
    const refused = await runIds(['search', 'x'.repeat(101)], env);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /\bq\b/);
  });

  it('lists on which invoices somebody has to act', async () => {
    assert.equal((await runIds(['care'], operator)).out, 'No person has to act.\n');
  });

  it('closes the care rows of an invoice', async () => {
    const file = join(examples, 'broken-xrechnung-cii.xml');
    const sent = await runIds(['send', file, '--route', 'DE-XRECHNUNG', '--ref', 'CARE', '--wait'], env);
    assert.equal(sent.code, 1, sent.out);
    const rows = async () => jsonOf<readonly object[]>(await runIds(['care', '--json'], operator)).length;
    assert.equal(await rows(), 1);
    const { code, out, err } = await runIds(['care', 'handle', 'CARE'], env);
    assert.equal(code, 0, err);
    assert.equal(out, '1 row of CARE is handled.\n');
    assert.equal((await runIds(['care', 'handle', 'CARE'], env)).out, 'No row of CARE is open.\n');
    assert.equal(await rows(), 0);
  });

  it('lists an old rule pack, which the operator looks after, until its row is handled', async () => {
    const id = 'pack_en16931-1.3.16';
    const sqlite = openSqlite(join(folder.path, 'data/ids.db'), 'sandbox');
    const row = { code: 'EI-PACK-OLD', whoActs: 'us', openedAt: new Date() } as const;
    const pack = { id, pack: 'en16931 1.3.16', newer: '1.3.17', care: [row], version: 1 };
    assert.equal(await sqliteStores(sqlite).oldPacks.replace(pack), true);
    sqlite.close();
    const [listed, examined, why] = [
      await runIds(['care'], operator),
      await runIds(['doctor'], operator),
      await runIds(['why', id], operator),
    ];
    assert.match(listed.out, /^EI-PACK-OLD {2}en16931 1\.3\.16 {2}pack_en16931-1\.3\.16\n {2}Has waited for/);
    assert.match(examined.out, /^look +care +rows that wait for the operator: 1\n +ids care lists them\.$/m);
    assert.deepEqual([why.code, why.out], [1, '']);
    assert.match(why.err, /^pack_en16931-1\.3\.16 is no sent invoice, .* ids care has its rows\.$/m);
    const stranger = await runIds(['care', 'handle', pack.pack], env);
    assert.deepEqual([stranger.code, stranger.err.trim()], [1, 'There is no invoice en16931 1.3.16.']);
    const handled = await runIds(['care', 'handle', pack.pack], operator);
    assert.equal(handled.out, '1 row of en16931 1.3.16 is handled.\n', handled.err);
    assert.equal((await runIds(['care', 'handle', id], operator)).out, `No row of ${id} is open.\n`);
    assert.match(
      (await runIds(['care', '--handled'], operator)).out,
      /^EI-PACK-OLD .*\n {2}Was handled at 20\d\d-\d\d-\d\d [\d:]+ UTC; to act was: the operator of the service\./m,
    );
    assert.match((await runIds(['doctor'], operator)).out, /^ok +care +none waits for the operator$/m);
  });

  it('lists the links that work, and ends one', async () => {
    assert.equal((await runIds(['shares'], env)).out, 'No link works.\n');
    assert.equal((await runIds(['send', join(examples, 'plain.json'), '--wait'], env)).code, 0);
    const service = new DeliveryService({ url: env['IDS_URL']!, key: env['IDS_KEY']! });
    const { invoice } = jsonOf<{ invoice: { id: string } }>(await runIds(['get', 'plain', '--json'], env));
    const made = await service.api.POST('/invoices/{id}/share', { params: { path: { id: invoice.id } } });
    const { id } = made.data!;
    const { out } = await runIds(['shares'], env);
    assert.match(out, new RegExp(`${id} +${invoice.id} .* never`));
    const ended = await runIds(['shares', 'revoke', id], env);
    assert.deepEqual([ended.code, ended.out], [0, `The link to ${invoice.id} no longer works.\n`]);
    assert.equal((await runIds(['shares'], env)).out, 'No link works.\n');
  });

  it('examines settings, packs and the service, and says what is wrong and what to do', async () => {
    const here = {
      ...operator,
      RULES_DIR: join(folder.path, 'rules'),
      STORE_URL: `sqlite:${folder.path}/data/ids.db`,
    };
    const well = await runIds(['doctor'], here);
    assert.equal(well.code, 0, well.out);
    assert.doesNotMatch(well.out, /^wrong/m);
    const wrong = await runIds(['doctor'], { ...here, RULES_DIR: join(folder.path, 'none') });
    assert.equal(wrong.code, 1);
    assert.match(wrong.out, /^wrong +packs +\S+none holds no rule pack\n +Run ids packs compile/m);
    const setting = await runIds(['doctor'], { ...here, PORT: 'x' });
    assert.match(setting.out, /^wrong +settings +PORT /m);
    const away = await runIds(['doctor', '--json'], { ...here, IDS_URL: 'http://127.0.0.1:9' });
    assert.equal(away.code, 1);
    const limited = await runIds(['doctor'], { ...here, IDS_KEY: env['IDS_KEY'] });
    assert.match(limited.out, /^look +operator +workers, keys and networks were not read/m);
  });

  it('names the invoices that wait for a credential, with the call that stores one', async () => {
    assert.doesNotMatch((await runIds(['doctor'], operator)).out, /has none for/);
    const bare = { ...env, IDS_KEY: (await Erp.of(running, 'bare')).key };
    const sqlite = openSqlite(join(folder.path, 'data/ids.db'), 'sandbox');
    const { invoices } = sqliteStores(sqlite);
    for (const [at, file] of [UBL, CII].entries()) {
      const ref = `NO-TOKEN-${at + 1}`;
      const options = ['--route', 'DE-XRECHNUNG', '--ref', ref, '--wait', '--json'];
      const sent = await runIds(['send', file, ...options], bare);
      const record = await invoices.find(jsonOf<readonly Sent[]>(sent)[0]!.invoice!.id);
      const openedAt = new Date();
      const care: CareRow[] = [
        {
          code: 'EI-CREDENTIAL-MISSING',
          whoActs: 'client',
          openedAt,
          fixHint: missingCredential('PL-KSEF').fixHint!,
        },
      ];
      const changed = { ...record!, care, version: record!.version + 1 };
      assert.equal(await invoices.commit({ record: changed, events: [], files: [], audit: [] }), 'committed');
    }
    sqlite.close();
    const { code, out } = await runIds(['doctor'], operator);
    assert.equal(code, 1);
    assert.match(
      out,
      /^wrong +credentials +bare has none for DE-XRECHNUNG; invoices on the care list: 2 \(NO-TOKEN-[12], NO-TOKEN-[12]\)\n +Store a credential of the kind [^]*POST \/credentials/m,
    );
  });

  it('names the clients that let a number out twice, until their record refuses it', async () => {
    const numbers = async () =>
      /^(?:ok|look) +numbers .*$/m.exec((await runIds(['doctor'], operator)).out)?.[0];
    // A key of the operator's is listed with the client `local`, which has no seller.
    const store = { STORE_URL: `sqlite:${join(folder.path, 'data/ids.db')}` };
    assert.equal((await runIds(['keys', 'mint', '--operator'], store)).code, 0);
    assert.match(`${await numbers()}`, /^look +numbers +a number .* for 2 of 2 clients: acme, bare$/);
    const service = new DeliveryService({ url: running.url, key: OPERATOR_KEY });
    const decide = (client: string, mode: 'refuse' | 'off') =>
      service.api.PUT('/clients/{client}/profile', {
        params: { path: { client } },
        body: { plausibility: { 'EI-NUMBER-REPEATED': mode } },
      });
    await decide('acme', 'off');
    assert.match(`${await numbers()}`, /^look .* for 1 of 2 clients: bare$/);
    await decide('bare', 'refuse');
    assert.match(`${await numbers()}`, /^ok +numbers +go out again by the record of acme; the others refuse/);
    await decide('acme', 'refuse');
    assert.match(`${await numbers()}`, /^ok +numbers +every client refuses/);
  });

  it('forwards events as a webhook gets them, signed', async () => {
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const got: StatusEvent[] = [];
    const stop = new AbortController();
    const take = async (request: IncomingMessage): Promise<void> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      got.push(await verifyWebhook({ headers: request.headers, body: Buffer.concat(chunks), secret }));
    };
    const receiver = createServer((request, response) => {
      void take(request).then(() => response.writeHead(204).end(() => got.length === 3 && stop.abort()));
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const words = ['listen', '--forward', `http://127.0.0.1:${port}/`, '--secret', secret];
    let noted = '';
    const listening = runIds(words, env, stop.signal, undefined, (text) => (noted = text));
    await until(() => noted.includes('Waiting for events'), 'it begins with what happens from now on');
    await runIds(['send', CII, '--route', 'DE-XRECHNUNG', '--ref', 'LISTEN'], env);
    const { code, out } = await listening;
    receiver.close();
    assert.equal(code, 0);
    assert.deepEqual(
      got.map(({ invoice_ref: ref, status }) => [ref, status]),
      [
        ['LISTEN', 'received'],
        ['LISTEN', 'validated'],
        ['LISTEN', 'ready'],
      ],
    );
    assert.match(out, /received +LISTEN {2}evt_\S+ {2}-> 204\n/);
  });

  it('sends an example whose number makes the simulated network do what is named', async () => {
    const ran = await runIds(['trigger', 'buyer-refuses', '--route', 'FR-PA', '--json'], env);
    assert.equal(ran.code, 0, ran.err);
    const { id } = jsonOf<{ id: string }>(ran);
    const { invoice } = jsonOf<{ invoice: Invoice }>(await runIds(['get', id, '--json'], env));
    assert.deepEqual([invoice.route, /-REFUSE$/.test(invoice.invoice_number ?? '')], ['FR-PA', true]);
    const wrong = await runIds(['trigger', 'virus', '--route', 'PEPPOL'], env);
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /virus happens on FR-PA, not on PEPPOL/);
  });
});
