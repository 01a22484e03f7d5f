import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import sinon from 'sinon';
import { SmtpMailer } from '../../../src/adapters/smtp/smtp-mailer.ts';
import { writeLetter } from '../../../src/domain/mail/letter.ts';
import type { Mail } from '../../../src/ports/mailer.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { findJudge, itWith } from '../../support/judges.ts';
import { headerOf, type MailServer, startMailServer } from '../../support/mail-server.ts';

const bytes = new TextEncoder().encode('<?xml version="1.0"?>\r\n<Invoice>Größe\n.\n..\n</Invoice>\n');
const sha256 = createHash('sha256').update(bytes).digest('hex');

const mailTo = (word: string, own: Partial<Mail> = {}): Mail => ({
  to: `${word}@buyer.example`,
  subject: 'Rechnung RE-1 von Müller & Söhne',
  text: 'Text\n',
  senderName: 'Müller & Söhne',
  replyTo: 'billing@seller.example',
  messageId: '<0123456789abcdef0123456789abcdef@service.example>',
  date: new Date('2026-10-05T10:00:00Z'),
  attachment: { name: 'RE-1.xml', mediaType: 'application/xml', bytes },
  ...own,
});

describe('a mail through SMTP_URL, to aiosmtpd', () => {
  let server: MailServer;
  let mailer: SmtpMailer;
  before(async () => {
    if (findJudge('aiosmtpd').missing) return;
    server = await startMailServer();
    mailer = new SmtpMailer(`smtp://127.0.0.1:${server.port}?from=invoices@service.example`, 3000);
  });
  after(() => server?.stop());

  itWith(['aiosmtpd'], 'arrives with its names, its identity and the bytes of the file', async () => {
    let began = 0;
    const [mail] = await server.arrivals(1, async () => {
      const answer = await mailer.send(mailTo('buyer'), () => (began += 1));
      assert.deepEqual(answer, { outcome: 'accepted', reply: '250 2.0.0 OK queued' });
    });
    assert.ok(mail);
    assert.equal(began, 1);
    assert.deepEqual(mail.to, ['buyer@buyer.example']);
    assert.deepEqual(mail.files, [{ name: 'RE-1.xml', type: 'application/xml', sha256 }]);
    assert.equal(headerOf(mail, 'Subject'), 'Rechnung RE-1 von Müller & Söhne');
    assert.equal(headerOf(mail, 'From'), 'Müller & Söhne <invoices@service.example>');
    assert.equal(headerOf(mail, 'Reply-To'), 'billing@seller.example');
    assert.equal(headerOf(mail, 'Message-ID'), '<0123456789abcdef0123456789abcdef@service.example>');
    assert.equal(headerOf(mail, 'Auto-Submitted'), 'auto-generated');
    assert.match(headerOf(mail, 'Date')!, /^Mon, 05 Oct 2026 10:00:00/);
    assert.deepEqual(mail.defects, []);
    assert.ok(mail.longest <= 998);
  });

  itWith(['aiosmtpd'], 'has the same bytes at every try', async () => {
    const [first, second] = await server.arrivals(2, async () => {
      for (let tries = 0; tries < 2; tries += 1) await mailer.send(mailTo('again'));
    });
    assert.equal(second!.sha256, first!.sha256);
  });

  itWith(['aiosmtpd'], 'gets each refusal with its stage and its code', async () => {
    assert.deepEqual(await mailer.send(mailTo('refused')), {
      ...{ outcome: 'refused', stage: 'recipient', status: 550 },
      reply: '550 5.1.1 No such mailbox',
    });
    assert.deepEqual(await mailer.send(mailTo('later')), {
      ...{ outcome: 'refused', stage: 'recipient', status: 451 },
      reply: '451 4.7.1 Greylisted, try again',
    });
    assert.deepEqual(await mailer.send(mailTo('content')), {
      ...{ outcome: 'refused', stage: 'message', status: 554 },
      reply: '554 5.7.1 Refused by content',
    });
    const tooLarge = { name: 'a.xml', mediaType: 'application/xml', bytes: new Uint8Array(400_000) };
    const answer = await mailer.send(mailTo('buyer', { attachment: tooLarge }));
    assert.ok(answer.outcome === 'refused' && answer.stage !== 'recipient', JSON.stringify(answer));
  });

  itWith(['aiosmtpd'], 'is lost if the connection ends behind its last byte', async () => {
    const { outcome } = await mailer.send(mailTo('always-lost'));
    assert.equal(outcome, 'lost');
  });

  itWith(['aiosmtpd'], 'is lost if no answer comes', async () => {
    const { outcome } = await mailer.send(mailTo('hanging'));
    assert.equal(outcome, 'lost');
  });

  itWith(['aiosmtpd'], 'does not leave if its begin throws', async () => {
    const before = server.arrived.length;
    await assert.rejects(
      mailer.send(mailTo('buyer'), () => {
        throw new Error('taken over');
      }),
      /taken over/,
    );
    assert.equal(server.arrived.length, before);
  });

  itWith(['aiosmtpd'], 'has no header and no line of a hostile name', async () => {
    const hostile = 'Evil\r\nBcc: all@example.com\r\n\r\n.\r\nQUIT\u2028\u202Egpj.exe "<a@b.c>"';
    const addressee = { to: 'buyer@buyer.example', language: 'de' } as const;
    const facts = { number: `../${hostile}`, issueDate: '2026-10-05', typeCode: '380', seller: hostile };
    const { attachment, ...words } = writeLetter({ ...facts, isPdf: false, isTest: false }, addressee);
    const [mail] = await server.arrivals(1, async () => {
      const answer = await mailer.send(mailTo('buyer', { ...words, attachment: { ...attachment, bytes } }));
      assert.equal(answer.outcome, 'accepted');
    });
    assert.ok(mail);
    const names = mail.headers.map(([name]) => name.toLowerCase());
    assert.ok(!names.includes('bcc') && new Set(names).size === names.length, names.join());
    assert.deepEqual(mail.to, ['buyer@buyer.example']);
    assert.deepEqual(mail.defects, []);
    assert.match(headerOf(mail, 'From')!, /<invoices@service\.example>$/);
    assert.match(mail.files[0]!.name, /^[\w.-]+\.xml$/);
    assert.ok(!/[\u2028\u202E]/.test(mail.text + headerOf(mail, 'Subject')!));
    assert.ok(!/^(Bcc|QUIT)/m.test(mail.text), mail.text);
  });

  itWith(['aiosmtpd'], 'is not sent without the right log-in', async () => {
    const guarded = await startMailServer('auth');
    try {
      const wrong = new SmtpMailer(`smtp://user:wrong@127.0.0.1:${guarded.port}`);
      const refused = await wrong.send(mailTo('buyer'));
      assert.ok(refused.outcome === 'refused' && refused.stage === 'log-in', JSON.stringify(refused));
      const right = new SmtpMailer(`smtp://user:right@127.0.0.1:${guarded.port}`);
      const mails = await guarded.arrivals(1, async () =>
        assert.equal((await right.send(mailTo('buyer'))).outcome, 'accepted'),
      );
      assert.equal(mails.length, 1);
    } finally {
      guarded.stop();
    }
  });

  /** Offers a log-in, and STARTTLS only by name. Keeps what it got. */
  async function clearServer(
    offers: readonly string[],
  ): Promise<{ port: number; got: () => string; stop: () => void }> {
    let got = '';
    const listening = createServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        got += String(bytes);
        const command = String(bytes).slice(0, 4);
        if (command === 'EHLO')
          socket.write(
            ['250-hello', ...offers.map((one) => `250-${one}`), '250 AUTH PLAIN\r\n'].join('\r\n'),
          );
        else socket.write(command === 'AUTH' ? '535 5.7.8 no\r\n' : '454 4.7.0 not now\r\n');
      });
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    return { port, got: () => got, stop: () => listening.close() };
  }

  // 2130706433 is 127.0.0.1 for the system, and no loopback address as it is written.
  for (const [host, query, offers, isSent] of [
    ['127.0.0.1', '', [], true],
    ['localhost', '', [], true],
    ['2130706433', '', [], false],
    ['2130706433', '?allow_clear=0', [], false],
    ['2130706433', '?ignoreTLS=true', ['STARTTLS'], false],
    ['2130706433', '?opportunisticTLS=true', ['STARTTLS'], false],
    ['2130706433', '', ['STARTTLS'], false],
    ['2130706433', '?allow_clear=1', [], true],
  ] as const)
    it(`${isSent ? 'sends' : 'never sends'} the password in clear to ${host}${query} that offers ${offers.join() || 'nothing'}`, async () => {
      const server = await clearServer(offers);
      try {
        const answer = await new SmtpMailer(`smtp://user:pass@${host}:${server.port}${query}`).send(
          mailTo('buyer'),
        );
        assert.equal(/^AUTH/m.test(server.got()), isSent, server.got());
        assert.notEqual(answer.outcome, 'accepted');
      } finally {
        server.stop();
      }
    });

  it('does not reach a server that is not there', async () => {
    const absent = new SmtpMailer(`smtp://127.0.0.1:${await freePort()}`);
    assert.equal((await absent.send(mailTo('buyer'))).outcome, 'unreachable');
  });

  it('does not wait for a server that says nothing', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((listening) => silent.once('listening', listening));
    const { port } = silent.address() as { readonly port: number };
    try {
      const waiting = new SmtpMailer(`smtp://127.0.0.1:${port}`, 500);
      assert.equal((await waiting.send(mailTo('buyer'))).outcome, 'unreachable');
    } finally {
      silent.close();
    }
  });

  it('is lost if the server never ends its answer to the mail', async () => {
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drips = new Set<NodeJS.Timeout>();
    const endless = createServer((socket) => {
      let isMail = false;
      socket.write('220 ready\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        const command = String(bytes).slice(0, 4);
        if (isMail) return;
        isMail = command === 'DATA';
        socket.write(isMail ? '354 go on\r\n' : '250 hello\r\n');
        if (isMail) drips.add(setInterval(() => socket.write('2', () => endless.emit('drip')), 10));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => endless.once('listening', listening));
    const { port } = endless.address() as AddressInfo;
    try {
      const mailer = new SmtpMailer(`smtp://127.0.0.1:${port}`);
      let outcome: string | undefined;
      void mailer.send(mailTo('buyer')).then((answer) => (outcome = answer.outcome));
      await once(endless, 'drip');
      clock.tick(mailer.maxCallMs - 1);
      await once(endless, 'drip');
      assert.equal(outcome, undefined);
      clock.tick(1);
      await new Promise(setImmediate);
      assert.equal(outcome, 'lost');
    } finally {
      clock.restore();
      for (const drip of drips) clearInterval(drip);
      endless.close();
    }
  });
});
