import { english, inEachLanguage, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { readMessage } from '../../../src/adapters/rails/peppol/application-response.ts';
import { cut } from 'en16931-rules/vocabulary/quoted.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { createHmac } from 'node:crypto';
import { until } from '../../support/until.ts';
import { done } from '../converting/round-trip.ts';
import { germanInvoice } from '../../domain/sample.ts';
import { aReceipt } from '../../support/records.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import { TellDeadDeliveries } from '../../../src/application/webhooks/tell-dead-deliveries.ts';
import { statusAnswer, WebhookWorld } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** BIS 63: a buyer's answer to an invoice. */
const invoiceResponse = (code: string, statuses: string): Uint8Array =>
  new TextEncoder().encode(
    '<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" ' +
      'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" ' +
      'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2">' +
      '<cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:invoice_response:3</cbc:CustomizationID>' +
      `<cac:DocumentResponse><cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode>${statuses}</cac:Response>` +
      '<cac:DocumentReference><cbc:ID>R-1</cbc:ID></cac:DocumentReference></cac:DocumentResponse></ApplicationResponse>',
  );

describe('deliveries to webhooks', () => {
  let world: WebhookWorld;
  beforeEach(() => {
    world = new WebhookWorld();
  });

  it("post the signed bytes of the stored event to the client's and the operator's webhook", async () => {
    await world.set();
    await world.set({ owner: '~operator', url: 'https://ops.example/hook' });
    const text = await world.event();
    await world.event('other');
    await world.enqueue();
    await world.runDue();
    assert.deepEqual(world.posted.map(({ url }) => url).sort(), [
      'https://erp.example/hook',
      'https://ops.example/hook',
      'https://ops.example/hook',
    ]);
    const call = world.posted.find(({ url }) => url === 'https://erp.example/hook');
    assert.equal(new TextDecoder().decode(call!.body), text);
    assert.deepEqual(
      (await world.rows()).map(({ state, attempts }) => `${state} ${attempts}`),
      ['delivered 1', 'delivered 1', 'delivered 1'],
    );
  });

  describe('to a client with a language', () => {
    const REFUSED = {
      event_id: 'evt_1',
      state: 'rejected',
      errors: [
        {
          code: 'KSEF-450',
          message: 'Błąd 450',
          fix_hint: say('codes.EI-SOURCE.hint'),
          official_message: 'The invoice',
        },
        { code: 'EI-SCHEMA', message: say('invoice.is-missing', { field: 'lines' }), field: 'lines' },
      ],
    };
    const sentOf = async (language: 'de' | 'pl' | undefined, event: object): Promise<string> => {
      await world.clients.replace(
        { ...newClient('acme', world.clock.now()), version: 1, ...(language && { language }) },
        { at: world.clock.now(), action: 'client_profile_set', actor: 'test', client: 'acme' },
      );
      await world.set();
      await world.set({ owner: '~operator', url: 'https://ops.example/hook' });
      await world.event('acme', JSON.stringify(event));
      await world.enqueue();
      await world.runDue();
      return new TextDecoder().decode(world.posted.find(({ url }) => url.includes('erp'))?.body);
    };

    it('word the texts of the event, sign these bytes, and leave codes and quoted texts', async () => {
      const text = await sentOf('pl', REFUSED);
      const [first, second] = (JSON.parse(text) as typeof REFUSED).errors;
      assert.deepEqual(first, {
        ...REFUSED.errors[0],
        fix_hint: 'Wyślij fakturę ponownie z nowym Idempotency-Key.',
      });
      assert.deepEqual([second?.code, second?.field], ['EI-SCHEMA', 'lines']);
      assert.match(String(second?.message), /^Brak/);
      const call = world.posted.find(({ url }) => url.includes('erp'));
      const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(call?.headers?.['X-Service-Signature'] ?? '') ?? [];
      const secret = await world.content.openText('acme', (await world.webhooks.find('acme'))!.sealedSecret);
      assert.equal(v1, createHmac('sha256', secret).update(`${t}.${text}`).digest('hex'));
      const operators = world.posted.find(({ url }) => url.includes('ops'));
      assert.equal(new TextDecoder().decode(operators?.body), JSON.stringify(withEnglish(REFUSED)));
    });

    it('are worded at once whatever a buyer has written', async () => {
      const reason = `${'Of the buyer: '.repeat(15)}zz`;
      const status = `<cac:Status><cbc:StatusReasonCode>OTH</cbc:StatusReasonCode><cbc:StatusReason>${reason}</cbc:StatusReason></cac:Status>`;
      const read = readMessage(invoiceResponse('RE', status.repeat(3)));
      const message = read?.effect.kind === 'status' ? read.effect.words?.message : undefined;
      const began = process.cpuUsage();
      const text = await sentOf('de', {
        ...REFUSED,
        errors: [{ code: 'EI-BUYER-REFUSED', message }],
      });
      assert.ok(process.cpuUsage(began).user < 3_000_000);
      const [quoted] = (JSON.parse(text) as typeof REFUSED).errors;
      assert.equal(
        quoted?.message,
        `Der Käufer lehnt die Rechnung ab: ${Array.from({ length: 3 }, () => `OTH: „${cut(reason)}“`).join('; ')}.`,
      );
    });

    it('have the stored bytes without a language, or without a text', async () => {
      assert.equal(await sentOf(undefined, REFUSED), JSON.stringify(withEnglish(REFUSED)));
      world = new WebhookWorld();
      const plain = { event_id: 'evt_1', state: 'accepted' };
      assert.equal(await sentOf('pl', plain), JSON.stringify(plain));
    });
  });

  describe('about a received invoice', () => {
    const receive = async (): Promise<string> => {
      const { file } = await done(germanInvoice(), 'ubl');
      const { sha256, sealed } = await world.content.seal('acme', file!.bytes);
      const receipt = aReceipt({ documentSha256: sha256 });
      await world.memory.received.takeIn({ ...receipt, files: [{ sha256, sealed }] });
      return receipt.events[0]!.text;
    };
    const setProfile = (includeCanonical: boolean): Promise<unknown> =>
      world.clients.replace(
        { ...newClient('acme', world.clock.now()), version: 1, includeCanonical },
        { at: world.clock.now(), action: 'client_profile_set', actor: 'test', client: 'acme' },
      );
    const posted = (host: string): string =>
      new TextDecoder().decode(world.posted.find(({ url }) => url.includes(host))?.body);

    for (const [wish, includes] of [
      ['carry the invoice if the profile says so, but never to the operator', true],
      ['carry no content otherwise', false],
    ] as const)
      it(wish, async () => {
        await setProfile(includes);
        await world.set();
        await world.set({ owner: '~operator', url: 'https://ops.example/hook' });
        const stored = await receive();
        await world.enqueue();
        await world.runDue();
        const { canonical, ...event } = JSON.parse(posted('erp')) as { canonical?: { buyer: object } };
        assert.deepEqual(event, JSON.parse(stored));
        assert.deepEqual(canonical?.buyer, includes ? germanInvoice()['buyer'] : undefined);
        assert.equal(posted('ops'), stored);
        const rows = await world.audit.recent({ action: 'received_sent', limit: 9 });
        assert.equal(rows.length, includes ? 1 : 0);
      });

    it('are the only ones for which the profile is read', async () => {
      const reads = sinon.spy(world.clients, 'find');
      await world.set();
      await world.event();
      await world.enqueue();
      await world.runDue();
      assert.equal(world.posted.length, 1);
      assert.equal(reads.callCount, 0);
    });
  });

  it('verify by the contract and by Standard Webhooks', async () => {
    const secret = world.signer.newSecret();
    await world.set({ sealedSecret: await world.content.sealText('acme', secret) });
    const text = await world.event();
    await world.enqueue();
    await world.runDue();
    const headers = world.posted[0]!.headers!;
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['X-Service-Signature']!)!;
    assert.equal(v1, createHmac('sha256', secret).update(`${t}.${text}`).digest('hex'));
    assert.equal(Number(t), Math.floor(world.clock.now().getTime() / 1000));
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const message = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const standard = createHmac('sha256', key).update(message).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${standard}`);
    assert.equal(headers['X-Service-Event-Id'], (JSON.parse(text) as { event_id: string }).event_id);
  });

  it('have the signature of the old secret, too, for 24 hours after a rotation', async () => {
    const before = await world.set();
    await world.set({ sealedPreviousSecret: before.sealedSecret, secretRotatedAt: world.clock.now() });
    const signatures = async () => {
      await world.event();
      await world.enqueue();
      await world.runDue();
      return world.posted.at(-1)!.headers!['X-Service-Signature']!.split(',').length - 1;
    };
    assert.equal(await signatures(), 2);
    world.clock.advance(24 * HOUR - 1);
    assert.equal(await signatures(), 2);
    world.clock.advance(1);
    assert.equal(await signatures(), 1);
  });

  it('have the signature of the old secret by the clock of the service, not by that of the machine', async () => {
    const before = await world.set();
    await world.set({ sealedPreviousSecret: before.sealedSecret, secretRotatedAt: world.clock.now() });
    Object.assign(world, { realClock: new FakeClock(new Date(world.clock.now().getTime() + 48 * HOUR)) });
    await world.event();
    await world.enqueue();
    await world.runDue();
    const [t, ...signed] = world.posted.at(-1)!.headers!['X-Service-Signature']!.split(',');
    assert.equal(signed.length, 2);
    assert.equal(t, `t=${world.realClock.now().getTime() / 1000}`);
  });

  it('are tried again 1, 5 and 30 minutes after any failure, each with a new signature', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    world.answers.push(statusAnswer(500), { outcome: 'lost', reason: 'timeout' }, statusAnswer(302), {
      outcome: 'refused',
      reason: 'it is not public',
    });
    for (const wait of [0, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR]) {
      world.clock.advance(wait - 1);
      if (wait > 0) assert.deepEqual(await world.runDue(), [], 'not before it is due');
      world.clock.advance(1);
      await world.runDue();
    }
    const attempts = world.posted.map(({ headers }) => headers!['X-Service-Delivery-Attempt']);
    assert.deepEqual(attempts, ['1', '2', '3', '4', '5']);
    assert.equal(new Set(world.posted.map(({ headers }) => headers!['X-Service-Signature'])).size, 5);
    const [row] = await world.rows();
    assert.deepEqual([row!.state, row!.failures, row!.attempts], ['delivered', 4, 5]);
  });

  it('note each try with its time, its status or the reason, and when the next one is due', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    world.answers.push(statusAnswer(500), { outcome: 'lost', reason: 'timeout' });
    const began = world.clock.now().getTime();
    for (const wait of [0, MINUTE, 5 * MINUTE]) {
      world.clock.advance(wait);
      await world.runDue();
    }
    const [row] = await world.rows();
    const at = (ms: number) => new Date(began + ms);
    assert.deepEqual(withEnglish(row!.tries), [
      { at: at(0), tookMs: 0, httpStatus: 500, error: 'HTTP 500', nextAt: at(MINUTE) },
      { at: at(MINUTE), tookMs: 0, error: 'timeout', nextAt: at(6 * MINUTE) },
      { at: at(6 * MINUTE), tookMs: 0, httpStatus: 204 },
    ]);
  });

  it('keep the newest sixty tries', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    for (let n = 0; n < 62; n += 1)
      world.answers.push({ outcome: 'lost', reason: `end ${n}`, idleEnded: true });
    for (let n = 0; n < 40; n += 1) {
      await world.runDue();
      world.clock.advance(1000);
    }
    const [row] = await world.rows();
    assert.equal(row!.tries!.length, 60);
    assert.equal(row!.tries!.at(-1)!.httpStatus, 204);
  });

  it('are made again at once over a new connection if an idle one has ended, as an attempt of its own', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    world.answers.push({ outcome: 'lost', reason: 'ECONNRESET', idleEnded: true });
    assert.deepEqual(await world.runDue(), ['done']);
    assert.deepEqual(
      world.posted.map(({ headers, repeatable }) => [headers!['X-Service-Delivery-Attempt'], repeatable]),
      [
        ['1', true],
        ['2', undefined],
      ],
    );
    const [row] = await world.rows();
    assert.deepEqual(withEnglish([row!.state, row!.attempts, row!.failures, row!.lastError]), [
      'delivered',
      2,
      0,
      undefined,
    ]);
  });

  it('have one failure if the new connection fails, too, and two attempts', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    world.answers.push({ outcome: 'lost', reason: 'ECONNRESET', idleEnded: true }, statusAnswer(500));
    await world.runDue();
    const [row] = await world.rows();
    assert.deepEqual([row!.state, row!.attempts, row!.failures], ['pending', 2, 1]);
    assert.equal(english(row!.lastError), 'HTTP 500');
  });

  it('are dead a day after the first failure; the contact gets one mail a day', async () => {
    await world.set({ contactEmail: 'it@erp.example' });
    for (let n = 0; n < 2; n += 1) await world.event();
    await world.enqueue();
    world.outbound.call = async () => ({ outcome: 'unreachable', reason: 'ECONNREFUSED' });
    for (let hours = 0; hours < 26; hours += 1) {
      await world.runDue();
      world.clock.advance(HOUR);
    }
    const rows = await world.rows();
    assert.deepEqual(
      rows.map(({ state, lastError }) => `${state} ${english(lastError)}`),
      Array(2).fill('dead no program listens at the address (ECONNREFUSED)'),
    );
    await until(() => world.mails.length > 0, 'a mail');
    assert.deepEqual(
      world.mails.map(({ to }) => to),
      ['it@erp.example'],
    );
    assert.match(world.mails[0]!.text, /https:\/\/erp\.example/);
    assert.match(world.mails[0]!.text, /^Events of the client acme could not be delivered/);
  });

  it('that are dead are told in the language of the client', async () => {
    await world.clients.replace(
      { ...newClient('acme', world.clock.now()), version: 1, language: 'fr' },
      { at: world.clock.now(), action: 'client_profile_set', actor: 'test', client: 'acme' },
    );
    await world.set({ contactEmail: 'it@erp.example' });
    new TellDeadDeliveries({ ...world, mailer: world.mailer }).run('acme');
    await until(() => world.mails.length > 0, 'a mail');
    const [{ subject, text } = { subject: '', text: '' }] = world.mails;
    assert.equal(subject, 'Des événements de factures n’ont pas pu être remis à votre webhook');
    assert.match(text, /^Des événements du client acme .*\nIls sont conservés\..*\nCe message/s);
  });

  it('have an attempt for a call during which the process died', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    const [row] = await world.rows();
    // The lease of the dead process expires.
    await world.deliveries.lease(row!.id, { token: 'dead', until: world.clock.now() }, world.clock.now());
    world.clock.advance(1);
    await world.runDue();
    assert.equal(world.posted[0]!.headers!['X-Service-Delivery-Attempt'], '2');
  });

  it('have no attempt for an internal failure before the call', async () => {
    const { sealedSecret } = await world.set();
    await world.event();
    await world.enqueue();
    await world.set({ sealedSecret: 'unreadable' });
    assert.deepEqual(await world.runDue(), ['failed']);
    assert.equal(world.posted.length, 0);
    await world.set({ sealedSecret });
    world.clock.advance(HOUR);
    await world.runDue();
    assert.equal(world.posted[0]!.headers!['X-Service-Delivery-Attempt'], '1');
    assert.equal((await world.rows())[0]!.attempts, 1);
  });

  it('have an attempt for a call whose result was not stored', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    const commit = world.deliveries.commit.bind(world.deliveries);
    world.deliveries.commit = (change) => {
      world.deliveries.commit = commit;
      return change.record.state === 'delivered'
        ? Promise.reject(new Error('the disk is full'))
        : commit(change);
    };
    assert.deepEqual(await world.runDue(), ['failed']);
    world.clock.advance(HOUR);
    await world.runDue();
    assert.deepEqual(
      world.posted.map(({ headers }) => headers!['X-Service-Delivery-Attempt']),
      ['1', '2'],
    );
  });

  it('end as delivered although the first result could not be stored', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    world.webhooks.noteDelivery = () => Promise.reject(new Error('the disk is full'));
    assert.deepEqual(await world.runDue(), ['done']);
    assert.equal((await world.rows())[0]!.state, 'delivered');
  });

  it('have no failure while the webhook is switched off, and a full day of tries afterwards', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    await world.set({ active: false });
    await world.runDue();
    assert.equal((await world.rows())[0]!.firstFailureAt, undefined);
    world.clock.advance(23 * HOUR);
    await world.set({ active: true });
    world.answers.push(statusAnswer(500));
    await world.runDue();
    const [row] = await world.rows();
    assert.deepEqual(row!.firstFailureAt, world.clock.now());
    assert.equal(row!.inactiveSince, undefined);
  });

  it('are dead a day after the first try found the webhook switched off', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    await world.set({ active: false });
    for (let hours = 0; hours < 26; hours += 1) {
      await world.runDue();
      world.clock.advance(HOUR);
    }
    const [row] = await world.rows();
    assert.deepEqual(withEnglish([row!.state, row!.lastError]), ['dead', 'the webhook is switched off']);
    assert.ok(inEachLanguage(row!.lastError!).includes('der Webhook ist abgeschaltet'));
    assert.equal(world.posted.length, 0);
  });

  it('wait while the webhook is switched off, and continue after it is switched on', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    await world.set({ active: false });
    await world.runDue();
    world.clock.advance(10 * MINUTE);
    await world.runDue();
    assert.equal(world.posted.length, 0);
    await world.set({ active: true });
    world.clock.advance(10 * MINUTE);
    await world.runDue();
    assert.equal(world.posted.length, 1);
    assert.equal((await world.rows())[0]!.state, 'delivered');
  });

  it('end without a call if the webhook or the event was removed', async () => {
    await world.set();
    await world.event();
    await world.enqueue();
    const [row] = await world.rows();
    world.webhooks.find = async () => undefined;
    await world.runDue();
    assert.equal(world.posted.length, 0);
    assert.equal((await world.deliveries.find(row!.id))!.state, 'dead');
  });
});

describe('an event becomes a delivery', () => {
  let world: WebhookWorld;
  beforeEach(() => {
    world = new WebhookWorld();
  });

  it('if it was written after the webhook was set', async () => {
    await world.event();
    await world.set({ startsAfter: await world.eventFeed.outboxEnd() });
    await world.event();
    await world.enqueue();
    assert.equal((await world.rows()).length, 1);
  });

  it('once, also if the process dies between the rows and the jobs', async () => {
    await world.set();
    await world.event();
    const schedule = world.jobs.schedule.bind(world.jobs);
    world.jobs.schedule = () => Promise.reject(new Error('killed'));
    await assert.rejects(world.enqueue());
    world.jobs.schedule = schedule;
    await world.enqueue();
    assert.equal((await world.rows()).length, 1);
    const [row] = await world.rows();
    const now = new Date(world.clock.now().getTime() + HOUR);
    assert.deepEqual(await world.deliveries.listNeglected(now, now, 9), [row!.id], 'the sweep schedules it');
  });

  it('not while the webhook is switched off, and only for selected statuses', async () => {
    await world.set({ active: false });
    await world.event();
    await world.enqueue();
    assert.equal((await world.rows()).length, 0);
    await world.set({ active: true, statuses: '["accepted"]' });
    await world.event();
    await world.enqueue();
    assert.equal((await world.rows()).length, 0);
    await world.set({ statuses: '["received"]' });
    await world.event();
    await world.enqueue();
    assert.equal((await world.rows()).length, 1);
  });
});
