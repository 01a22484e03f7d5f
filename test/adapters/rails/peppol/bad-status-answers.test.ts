import assert from 'node:assert/strict';
import { found } from '../../../application/sending/world.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import { anInvoice, closeAll, LOST, provider, run, status } from './access-point.ts';

const json = (value: unknown): Canned => status(200, JSON.stringify(value));
const SENT = json({ status: 'sent' });

/** Bad answers to a status inquiry: the outcome stays unknown, so the document is not sent again. */
const ROWS: readonly (readonly [it: string, answer: Canned])[] = [
  ['HTML', status(200, '<html><body>Welcome</body></html>')],
  ['JSON that is cut off', status(200, '{"status": "se')],
  ['XML', status(200, '<Status>sent</Status>')],
  ['a list', json(['sent'])],
  ['nothing at all', status(200)],
  ['a status of a wrong type', json({ status: 7 })],
  ['an unknown status', json({ status: 'toString' })],
  ['bytes that are not UTF-8', status(200, Buffer.from([0x7b, 0xff, 0xfe]))],
  ['a body without end', status(200, Buffer.alloc(6_000_000, 32))],
  ['bytes that come too slowly', { body: '{"status":', fault: 'stalled' }],
  ['no answer', { fault: 'silent' }],
  ['the end of the connection', LOST],
  ['a redirect', status(307, '', { Location: '/elsewhere' })],
  ['500 with JSON', status(500, '{"status":500}')],
  ['502 with HTML', status(502, '<html>')],
  ['503', status(503)],
  ['401', status(401)],
  ['403', status(403)],
  ['400', status(400, '{"error":"Bad Request"}')],
  ['429', status(429)],
];

after(closeAll);

describe('an invoice whose answer was lost, if the access point gives bad answers to the status inquiry', () => {
  /** Takes the document without an answer. Gives each status answer in turn and repeats the last one. */
  const accessPoint = (...answers: readonly Canned[]) =>
    provider({ POST: LOST, GET: answers }, ({ method }) => method);

  for (const [what, answer] of ROWS) {
    it(`always ${what}: a care row opens, and it was sent once`, async () => {
      const world = await anInvoice('phoss-ap');
      const { rail, network } = await accessPoint(answer);
      await run(world, rail);
      const { state, care } = await found(world);
      const end = [state, ...care.map(({ code }) => code)].join(' ');
      assert.match(end, /^(dead_letter .*EI-|submitting$)/);
      assert.equal(network.count('POST'), 1);
      assert.ok(network.count('GET') > 0);
    });

    it(`once ${what}: delivered, and it was sent once`, async () => {
      const world = await anInvoice('phoss-ap');
      const { rail, network } = await accessPoint(answer, SENT);
      await run(world, rail);
      const { state, care } = await found(world);
      assert.equal(state, 'delivered');
      assert.ok(
        care.every(({ handledAt }) => handledAt !== undefined),
        'the care row is handled',
      );
      assert.equal(network.count('POST'), 1);
    });
  }
});
