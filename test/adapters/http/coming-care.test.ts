import assert from 'node:assert/strict';
import type { RadarPorts } from '../../../src/application/radar/radar-runs.ts';
import { TellClients } from '../../../src/application/radar/tell-clients.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Mail, MailAnswer } from '../../../src/ports/mailer.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { aPack } from '../../support/rule-packs.ts';
import { handIn, RunningApi } from './harness.ts';
import { radarsWith, radarWorker } from './radar-worker.ts';
import { CATALOGUE_ENTRY, OPERATOR_KEY } from './world.ts';

const DAY = '2027-01-01';
const { code: CODE } = CATALOGUE_ENTRY;
const breaking = (code: string, field: string): Finding => ({
  ...{ code, severity: 'error', source: 'XSD', message: 'It is wrong.', whoFixes: 'erp', field },
});

describe('clients that a coming pack will refuse', () => {
  let api: RunningApi;
  let key: string;
  let mails: Mail[];
  let answer: MailAnswer;

  beforeEach(async () => {
    api = await RunningApi.start();
    const { world } = api;
    key = await world.clientKey('acme');
    mails = [];
    answer = { outcome: 'accepted', reply: '250' };
    world.rulePacks = [aPack({ id: 'xsd', layer: 'xsd', origin: 'official', version: '2', validFrom: DAY })];
    world.packOn = (on) => ({ id: 'xsd', origin: 'official', version: on === DAY ? '2' : '1' });
    world.findingsOn = (on) => (on === DAY ? [breaking(CODE, 'lines[0].name')] : []);
  });
  afterEach(() => api.stop());

  const order = (by = OPERATOR_KEY, more: object = { tells: ['care', 'mail'] }) =>
    api.call('POST', '/radar', { key: by, body: { pack: 'xsd-2', ...more } });
  const mailer = {
    domain: 'ids.example',
    maxCallMs: 0,
    send: async (mail: Mail) => {
      mails.push(mail);
      return answer;
    },
  };

  function work(own: Partial<RadarPorts> = {}): Promise<readonly string[]> {
    const tell = new TellClients({ ...api.world, words: new WordFiles(), mailer });
    return radarWorker(api.world, { tell, ...own })();
  }
  async function rows(status = 'open') {
    const { json } = await api.call('GET', `/care?status=${status}`, { key });
    return (json.data as Record<string, unknown>[]).filter(
      ({ catalogue_code: code }) => code === 'EI-COMING',
    );
  }

  it('get one care row for each rule and field, with the owner of the rule, at the wish of the operator', async () => {
    const [one, two] = [await handIn(api, 'acme'), await handIn(api, 'acme')];
    const { status, json } = await order();
    assert.deepEqual([status, json.tells], [202, ['care', 'mail']]);
    await work();
    const [row, ...more] = await rows();
    assert.deepEqual(more, []);
    assert.ok([one, two].includes(String(row?.invoice_id)));
    assert.deepEqual(
      [row?.who_acts, row?.field, row?.coming],
      ['erp', 'lines[].name', { code: CODE, on: DAY }],
    );
    assert.equal(
      row?.fix_hint,
      `From ${DAY} on, rule ${CODE} refuses invoices like this one. Of 2 stored invoices it refuses 2. ${CATALOGUE_ENTRY.fixHint}`,
    );
    assert.deepEqual(api.world.telemetry.care, ['EI-COMING erp']);
  });

  it('have a row on another example for each further rule', async () => {
    await handIn(api, 'acme');
    await handIn(api, 'acme');
    api.world.findingsOn = (on) =>
      on === DAY ? [breaking(CODE, 'lines[0].name'), breaking('BR-OTHER', 'seller.name')] : [];
    await order();
    await work();
    const found = await rows();
    assert.deepEqual(found.map(({ field }) => field).toSorted(), ['lines[].name', 'seller.name']);
    assert.equal(new Set(found.map(({ invoice_id: id }) => id)).size, 2);
  });

  it('are not told without the wish, and no client key may wish it', async () => {
    await handIn(api, 'acme');
    await order(OPERATOR_KEY, {});
    await work();
    assert.deepEqual([await rows(), mails], [[], []]);
    assert.equal((await order(key)).status, 403);
    assert.equal((await order(OPERATOR_KEY, { tells: [] })).status, 400);
  });

  it('have the row handled once a radar over all invoices no longer finds it', async () => {
    await handIn(api, 'acme');
    await order();
    await work();
    api.world.findingsOn = () => [];
    await order(OPERATOR_KEY, { tells: ['care'], since_days: 3 });
    await work();
    assert.equal((await rows()).length, 1, 'of the invoices before these days it says nothing');
    await order(OPERATOR_KEY, { tells: ['care'] });
    await work();
    assert.deepEqual([(await rows()).length, (await rows('handled')).length], [0, 1]);
  });

  it('do not get again what a person has handled', async () => {
    await handIn(api, 'acme');
    await handIn(api, 'acme');
    await order();
    await work();
    const [row] = await rows();
    await api.call('POST', `/care/${String(row?.invoice_id)}/handled`, { key });
    await order();
    await work();
    assert.deepEqual(await rows(), []);
  });

  it('get a mail to their contact in their language, with rule, field, count and example', async () => {
    const id = await handIn(api, 'acme');
    const profile = { contact_email: 'erp@acme.example', language: 'de' };
    await api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: profile });
    const { json } = await order();
    await work();
    const [mail] = mails;
    assert.deepEqual(
      [mails.length, mail?.to, mail?.messageId],
      [1, 'erp@acme.example', `<${String(json.id)}.acme@ids.example>`],
    );
    assert.equal(mail?.subject, `Ab ${DAY} werden Rechnungen wie Ihre abgewiesen`);
    for (const part of [CODE, 'lines[].name', id]) assert.ok(mail?.text.includes(part), part);
  });

  it('are told again, in the same words, if the process dies before it is noted', async () => {
    await handIn(api, 'acme');
    await handIn(api, 'beta');
    const profile = { contact_email: 'erp@acme.example' };
    await api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: profile });
    const { json } = await order();
    const { world } = api;
    const dies = () => Promise.reject(new Error('the process died'));
    const { radars } = world;
    const { replaceParts } = radars;
    const dying = radarsWith(radars, {
      replaceParts: (parts) => (parts.some(({ toldAt }) => toldAt) ? dies() : replaceParts(parts)),
    });
    assert.deepEqual(await work({ radars: dying }), ['failed']);
    world.clock.advance(60 * 60_000);
    await work();
    const found = (await api.call('GET', `/radar/${String(json.id)}`, { key: OPERATOR_KEY })).json;
    assert.equal(found.state, 'done');
    assert.equal((await rows()).length, 1);
    assert.equal(mails.length, 2);
    assert.deepEqual(mails[0], mails[1]);
  });

  it('are not kept waiting by a mail server that refuses', async () => {
    await handIn(api, 'acme');
    const profile = { contact_email: 'erp@acme.example' };
    await api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: profile });
    answer = { outcome: 'unreachable', reason: 'no route' };
    const { json } = await order();
    await work();
    const found = (await api.call('GET', `/radar/${String(json.id)}`, { key: OPERATOR_KEY })).json;
    assert.deepEqual([found.state, mails.length], ['done', 1]);
  });
});
