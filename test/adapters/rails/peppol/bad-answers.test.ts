import assert from 'node:assert/strict';
import { createServer as plainServer, type RequestListener } from 'node:http';
import { createServer as tlsServer } from 'node:https';
import { found, statuses, type World } from '../../../application/sending/world.ts';
import { anAuthority } from '../../peppol-lookup/network.ts';
import {
  accessPoint,
  aReceipt,
  anInvoice,
  closeAll,
  identityIn,
  listening,
  LOST,
  railAt,
  run,
  status,
} from './access-point.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';

const report = (content: object): Canned => status(200, JSON.stringify(content));
const as4 = (errorCode: string, errorDetails = ''): Canned =>
  report({
    sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
    as4ResponseErrors: [{ errorCode, errorDetails }],
    overallSuccess: false,
  });
const receipt = (as4ReceivedSignalMsg: unknown): Canned =>
  report({
    overallSuccess: true,
    sendingResult: 'SUCCESS',
    as4MessageId: 'm-1@phase4',
    as4ReceivedSignalMsg,
  });
const DELIVERED = receipt(aReceipt('m-1@phase4'));

/** The end of an invoice whose access point always gives this answer, and who gets the care row. */
type End = `${'delivered' | 'dead_letter' | 'rejected'}${string}` | 'queued';

/** The access point surely took nothing. */
const DOWN = 'dead_letter EI-ROUTE-UNAVAILABLE route';
/** The document had left: the access point may hold it (decisions, "Networks as they are"). */
const IN_DOUBT = 'dead_letter EI-SEND-UNKNOWN us';
const UNPROVEN = 'delivered, its receipt unverified';

/** The error table of `routes/peppol.md` 4, and faults of any server. */
const ROWS: readonly (readonly [it: string, answer: Canned, end: End])[] = [
  ['HTML in place of a report', status(200, '<html><body>Welcome</body></html>'), IN_DOUBT],
  ['a report that is cut off', status(200, '{"overallSuccess": true, '), IN_DOUBT],
  ['XML', status(200, '<Report><overallSuccess>true</overallSuccess></Report>'), IN_DOUBT],
  ['a list', status(200, '[true]'), IN_DOUBT],
  ['nothing at all', status(200), IN_DOUBT],
  ['members of wrong types', report({ overallSuccess: 'true', sendingResult: 7 }), IN_DOUBT],
  [
    'errors of wrong types',
    report({
      ...{ overallSuccess: false },
      sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
      as4ResponseErrors: 'x',
    }),
    IN_DOUBT,
  ],
  ['bytes that are not UTF-8', status(200, Buffer.from([0x7b, 0xff, 0xfe])), IN_DOUBT],
  ['an unknown result', report({ overallSuccess: false, sendingResult: 'toString' }), IN_DOUBT],
  ['an unknown AS4 error', as4('EBMS:9999'), IN_DOUBT],
  [
    'an unknown exception',
    report({ overallSuccess: false, sendingException: { class: 'x.Y', message: 'z' } }),
    DOWN,
  ],
  ['a body without end', status(200, Buffer.alloc(6_000_000, 32)), IN_DOUBT],
  ['bytes that come too slowly', { body: '{"overallSuccess":', fault: 'stalled' }, IN_DOUBT],
  ['no answer', { fault: 'silent' }, IN_DOUBT],
  ['the end of the connection', LOST, IN_DOUBT],
  ['a redirect', status(307, '', { Location: '/elsewhere' }), IN_DOUBT],
  ['500 with JSON', status(500, '{"status":500}'), IN_DOUBT],
  ['502 with HTML', status(502, '<html>'), IN_DOUBT],
  ['503', status(503), IN_DOUBT],
  ['401', status(401), 'dead_letter EI-CREDENTIAL-REFUSED client'],
  ['403', status(403), 'dead_letter EI-CREDENTIAL-REFUSED client'],
  ['400 of the framework', status(400, '{"error":"Bad Request"}'), 'dead_letter EI-ROUTE-UNAVAILABLE us'],
  ['404 of the framework', status(404), 'dead_letter EI-ROUTE-UNAVAILABLE us'],
  ['429', status(429), 'queued'],
  [
    'a certificate of the receiver that has expired',
    report({ overallSuccess: false, c3CertCheckResult: 'EXPIRED' }),
    DOWN,
  ],
  ['a delivery failure', as4('EBMS:0202'), IN_DOUBT],
  ['a failure of security', as4('EBMS:0101'), 'rejected EI-PEPPOL-REFUSED route'],
  [
    'a receiver that is not serviced',
    as4('EBMS:0004', 'PEPPOL:NOT_SERVICED'),
    'rejected EI-PEPPOL-REFUSED route',
  ],
  ['a success without a receipt', report({ overallSuccess: true, sendingResult: 'SUCCESS' }), 'delivered'],
  ['a receipt of a wrong type', receipt({ Receipt: true }), 'delivered'],
  ['a receipt that is not XML', receipt('<Receipt'), UNPROVEN],
  ['a receipt that declares entities', receipt(`<!DOCTYPE x []>${aReceipt('m-1@phase4')}`), UNPROVEN],
  ['a receipt for another message', receipt(aReceipt('m-2@phase4')), UNPROVEN],
  ['a receipt of another kind', receipt(aReceipt('m-1@phase4', 'UserMessage')), UNPROVEN],
  ['a receipt that confirms nothing', receipt(aReceipt('m-1@phase4').replace(/<Dig.*e>/, '')), UNPROVEN],
  [
    'an error in place of a receipt',
    receipt(aReceipt('m-1@phase4').replaceAll('eb:Receipt', 'eb:Error')),
    UNPROVEN,
  ],
  [
    'a report about another document',
    report({ overallSuccess: true, sbdhInstanceIdentifier: '51b10163-a32d-417b-b03f-ab3a7cf8f41a' }),
    IN_DOUBT,
  ],
  ['unknown members', report({ overallSuccess: true, later: { version: [1] } }), 'delivered'],
];

after(closeAll);

const MAX_TRIES = 6;

interface EventErrors {
  readonly errors?: readonly { readonly code: string }[];
}

describe('an invoice whose access point gives bad answers', () => {
  async function assertEnd(world: World, end: End): Promise<void> {
    const { state, care } = await found(world);
    const careRows = care.map(({ code, whoActs }) => `${code} ${whoActs}`);
    assert.equal([state, ...careRows].join(' '), end.replace(/,.*/, ''));
    assert.ok((await statuses(world)).length > 0);
  }

  for (const [what, answer, end] of ROWS) {
    it(`${what}: ${end}`, async () => {
      const world = await anInvoice();
      const { rail, calls } = await accessPoint(answer);
      await run(world, rail);
      const identities = calls.map(({ body }) => identityIn(body));
      await assertEnd(world, end);
      const isKept = (await found(world)).documents.some(({ kind }) => kind === 'as4-receipt');
      const event = JSON.parse((await world.eventFeed.events(world.id)).at(-1)?.text ?? '{}') as EventErrors;
      // A document that is not the receipt for the message is kept unchanged, and the event reports that.
      const isTold = event.errors?.some(({ code }) => code === 'EI-RECEIPT-UNVERIFIED') ?? false;
      assert.deepEqual([isKept, isTold], [end === UNPROVEN, end === UNPROVEN]);
      if (end !== 'queued') assert.ok(identities.length <= MAX_TRIES, String(identities.length));
      assert.equal(new Set(identities).size, 1, 'every try has the same identity');
    });

    if (!/^(delivered|rejected)/.test(end))
      it(`${what}, once: delivered under the same identity`, async () => {
        const world = await anInvoice();
        const { rail, calls } = await accessPoint(answer, DELIVERED);
        await run(world, rail);
        const identities = calls.map(({ body }) => identityIn(body));
        const { state, legalId, care, documents } = await found(world);
        assert.deepEqual([state, documents.at(-1)?.kind], ['delivered', 'as4-receipt']);
        assert.deepEqual(identities, [legalId, legalId]);
        assert.ok(
          care.every(({ handledAt }) => handledAt !== undefined),
          'the care row is handled',
        );
      });
  }

  it('an untrusted TLS certificate, or no TLS at all: nothing was sent', async () => {
    const own = await anAuthority('CN=untrusted');
    const calls: string[] = [];
    const listener: RequestListener = ({ url = '' }) => void calls.push(url);
    const ports = [
      await listening(tlsServer({ key: own.key, cert: own.pem }, listener)),
      await listening(plainServer(listener)),
    ];
    for (const port of ports) {
      const world = await anInvoice();
      await run(world, railAt(`https://127.0.0.1:${port}`));
      await assertEnd(world, DOWN);
    }
    assert.deepEqual(calls, []);
  });
});
