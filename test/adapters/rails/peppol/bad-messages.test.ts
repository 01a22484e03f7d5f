import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { createServer as plainServer, type RequestListener } from 'node:http';
import { createServer as tlsServer } from 'node:https';
import { delivered, pulling } from '../../../application/messages/messages.ts';
import { found, statuses, type World } from '../../../application/sending/world.ts';
import { mlsAbout } from '../../../support/mls.ts';
import { anAuthority } from '../../peppol-lookup/network.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import { accessPoint, closeAll, CREDENTIAL, listening, LOST, railAt, status } from './access-point.ts';

const json = (value: unknown): Canned => status(200, JSON.stringify(value));
const message = (content: string, customization = 'urn:peppol:edec:mls:1.0'): string =>
  '<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2">' +
  `<CustomizationID>${customization}</CustomizationID>${content}</ApplicationResponse>`;
const says = (code: string, id = 'sub-1'): string => mlsAbout(id, code);
const row = (xml: string, id: unknown = 'm-1') => ({
  id,
  content_base64: Buffer.from(xml).toString('base64'),
});
const page = (...xml: readonly string[]): Canned =>
  json({ data: xml.map((one, n) => row(one, `m-${n}`)), next: '1' });

/** The counter of a fetch; for a page also those of its messages. */
type Answered = 'out-of-order' | 'answer-lost' | 'credential-refused' | 'not-sending' | 'too-many' | Heard;
type Heard = `fetched${'' | ' unreadable' | ' unknown' | ' taken'}`;

/** Answers of a server instead of messages, and what the operator sees. */
const ROWS: readonly (readonly [it: string, answer: Canned, told: Answered])[] = [
  ['HTML', status(200, '<html><body>Welcome</body></html>'), 'out-of-order'],
  ['JSON that is cut off', status(200, '{"data": [{"id": "1", "con'), 'out-of-order'],
  ['XML', status(200, '<data/>'), 'out-of-order'],
  ['a list', json([row(says('RE'))]), 'out-of-order'],
  ['nothing at all', status(200), 'out-of-order'],
  ['bytes that are not UTF-8', status(200, Buffer.from([0x7b, 0xff, 0xfe])), 'out-of-order'],
  ['data of a wrong type', json({ data: 'none', next: '1' }), 'out-of-order'],
  ['no data', json({ next: '1' }), 'out-of-order'],
  ['a cursor without end', json({ data: [], next: 'x'.repeat(3000) }), 'out-of-order'],
  ['a body without end', status(200, Buffer.alloc(11_000_000, 32)), 'answer-lost'],
  ['bytes that come too slowly', { body: '{"data":', fault: 'stalled' }, 'answer-lost'],
  ['no answer', { fault: 'silent' }, 'answer-lost'],
  ['the end of the connection', LOST, 'answer-lost'],
  ['a redirect', status(307, '', { Location: '/elsewhere' }), 'out-of-order'],
  ['500 with JSON', status(500, '{"status":500}'), 'out-of-order'],
  ['502 with HTML', status(502, '<html>'), 'out-of-order'],
  ['401', status(401), 'credential-refused'],
  ['403', status(403), 'credential-refused'],
  ['400', status(400), 'not-sending'],
  ['404', status(404), 'not-sending'],
  ['429', status(429, '', { 'Retry-After': '1' }), 'too-many'],
  ['cursors of a wrong type', json({ data: [row('x', 7)], next: 8 }), 'fetched unreadable'],
  ['rows of wrong types', json({ data: [1, null, 'x', [], { content_base64: 7 }] }), 'fetched unreadable'],
  ['content that is not XML', page('RE'), 'fetched unreadable'],
  ['content that is cut off', page(says('RE').slice(0, -20)), 'fetched unreadable'],
  [
    'content that declares entities',
    page(`<!DOCTYPE x [<!ENTITY a "b">]>${says('RE')}`),
    'fetched unreadable',
  ],
  ['content that nests without end', page(message('<a>'.repeat(5000))), 'fetched unreadable'],
  ['content that is too large', page(message('x'.repeat(1_500_000))), 'fetched unreadable'],
  ['an unknown kind of message', page(message('', 'urn:x')), 'fetched unreadable'],
  ['a message about another document', page(says('RE', 'sub-9')), 'fetched unknown'],
  ['unknown members', json({ data: [{ ...row(says('AP')), more: [1] }], total: 1 }), 'fetched taken'],
];

after(closeAll);

describe('an access point that gives bad answers to a fetch of messages', () => {
  /** A delivered invoice of a client with this access point, and a worker. */
  async function worldAt(url: string): Promise<World & { run(): Promise<void> }> {
    const { world } = await delivered();
    world.credential = { ...world.credential!, value: JSON.stringify(CREDENTIAL) };
    world.telemetry.calls.length = 0;
    const pull = pulling(world, { rail: railAt(url) });
    return Object.assign(world, { run: () => pull.run() });
  }
  const describeCalls = ({ telemetry: { calls, messages: heard } }: World): string =>
    [calls[0]?.replace('PEPPOL answers ', ''), heard[0]?.replace('PEPPOL ', '')].filter(Boolean).join(' ');

  for (const [what, answer, expected] of ROWS) {
    it(`always ${what}: ${expected}; the invoice stays as it was`, async () => {
      const { calls, url } = await accessPoint(answer);
      const world = await worldAt(url);
      await world.run();
      world.clock.advance(60_000);
      await world.run();
      assert.equal(describeCalls(world), expected);
      assert.ok(calls.length >= 2, 'the fetch is tried again');
      const { state, care, buyerStatus } = await found(world);
      assert.deepEqual(withEnglish([state, care, buyerStatus]), ['delivered', [], null]);
      assert.equal((await statuses(world)).length, 3);
    });

    it(`once ${what}: the messages after it are processed, once`, async () => {
      const { url } = await accessPoint(answer, json({ data: [row(says('RE'), 'm-9')], next: '9' }));
      const world = await worldAt(url);
      for (let runs = 0; runs < 4; runs += 1) {
        await world.run();
        world.clock.advance(60_000);
      }
      const { state, care } = await found(world);
      assert.deepEqual([state, care.map(({ code }) => code)], ['rejected', ['EI-PEPPOL-REFUSED']]);
      assert.deepEqual((await statuses(world)).slice(3), ['rejected']);
    });
  }

  const mlr = (content: string): string => message(content, 'urn:fdc:peppol.eu:poacc:trns:mlr:3');
  const response = (code: string, about: string): string =>
    message(
      '<SenderParty><EndpointID schemeID="0208">0123456749</EndpointID></SenderParty>' +
        '<ReceiverParty><EndpointID schemeID="9930">DE123456789</EndpointID></ReceiverParty>' +
        `<DocumentResponse><Response><ResponseCode>${code}</ResponseCode></Response>` +
        `<DocumentReference>${about}</DocumentReference></DocumentResponse>`,
      'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
    );
  const about = (id: string): string => `<DocumentReference><ID>${id}</ID></DocumentReference>`;

  /** Messages that say nothing, though they are readable: somebody has to look at them. */
  const SAY_NOTHING: readonly (readonly [what: string, xml: string, kept: string])[] = [
    ['an MLS with an unknown code', says('ZZ'), 'mls'],
    ['an MLS whose code is the name of a member of every object', says('toString'), 'mls'],
    ['an MLS without a code', says(''), 'mls'],
    ['an MLS without a reference', says('RE', ''), 'unmatched-answer'],
    ['an MLS with neither', says('ZZ', ''), 'unmatched-answer'],
    [
      'an MLR with an unknown code',
      mlr(
        `<DocumentResponse><Response><ResponseCode>ZZ</ResponseCode></Response>${about('sub-1')}</DocumentResponse>`,
      ),
      'mls',
    ],
    ['an MLR without a reference', mlr('<DocumentResponse/>'), 'unmatched-answer'],
    ['an Invoice Response with an unknown code', response('ZZ', '<ID>R-1</ID>'), 'unmatched-answer'],
    ['an Invoice Response without an invoice', response('RE', ''), 'unmatched-answer'],
  ];
  for (const [what, xml, kept] of SAY_NOTHING)
    it(`${what}: it is kept with a care row of the operator, once, and changes nothing`, async () => {
      const { url } = await accessPoint(page(xml));
      const world = await worldAt(url);
      for (let runs = 0; runs < 3; runs += 1) {
        await world.run();
        world.clock.advance(60_000);
      }
      const { state, care, buyerStatus, documents } = await found(world);
      assert.deepEqual([state, buyerStatus], ['delivered', null]);
      assert.deepEqual(
        care.map(({ code, whoActs }) => `${code} ${whoActs}`),
        ['EI-ROUTE-ANSWER us'],
      );
      assert.equal(documents.filter(({ kind }) => kind === kept).length, 1);
    });

  it('an untrusted TLS certificate, or no TLS at all: unreachable, and no call is made', async () => {
    const own = await anAuthority('CN=untrusted');
    const calls: string[] = [];
    const listener: RequestListener = ({ url = '' }) => void calls.push(url);
    for (const server of [tlsServer({ key: own.key, cert: own.pem }, listener), plainServer(listener)]) {
      const world = await worldAt(`https://127.0.0.1:${await listening(server)}`);
      await world.run();
      assert.equal(describeCalls(world), 'unreachable');
    }
    assert.deepEqual(calls, []);
  });

  it('a credential without an address for messages: no call', async () => {
    const world = await worldAt('');
    await pulling(world, { rail: railAt() }).run();
    assert.deepEqual(world.telemetry.calls, []);
  });

  it('an invalid or private address: no connection', async () => {
    const { calls, url } = await accessPoint(page(says('RE')));
    for (const answersUrl of ['nonsense', url]) {
      const world = await worldAt('');
      const value = JSON.stringify({ ...CREDENTIAL, answers_url: answersUrl });
      world.credential = { ...world.credential!, value };
      await pulling(world, { rail: railAt() }).run();
      assert.equal(describeCalls(world), 'address-refused');
    }
    assert.deepEqual(calls, []);
  });
});
