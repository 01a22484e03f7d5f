import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { OutboundRecorder } from '../../../src/adapters/outbound/recorded-outbound.ts';
import type { WireCall } from '../../../src/domain/sending/network-calls.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../src/ports/outbound.ts';
import { FakeClock } from '../../fakes/clock.ts';

const request = (url: string, calls?: OutboundRequest['calls']): OutboundRequest => ({
  method: 'POST',
  url,
  calls,
  namedBy: 'operator',
  timeoutMs: 1,
  maxBytes: 1,
  headers: { authorization: 'Bearer secret-of-the-header' },
  body: new TextEncoder().encode('<Invoice/>'),
});

const answering = (answer: OutboundAnswer): Outbound => ({
  call: async () => answer,
  reasonAgainst: async () => undefined,
});

const answer = (text: string, type = 'application/json'): OutboundAnswer => ({
  outcome: 'answered',
  status: 200,
  headers: { 'content-type': type },
  body: new TextEncoder().encode(text),
});

describe('the recorder of calls', () => {
  const clock = new FakeClock();
  const recorder = new OutboundRecorder(clock);

  it('collects the calls of a piece of work, and of no other one at the same time', async () => {
    const outbound = recorder.record(answering(answer('{}')));
    const work = (path: string) => async (calls: WireCall[]) => {
      await outbound.call(request(`https://network.example/${path}`, calls));
      await Promise.resolve();
      await outbound.call(request(`https://network.example/${path}/again`, calls));
      return path;
    };
    const [one, other] = await Promise.all([recorder.collect(work('one')), recorder.collect(work('other'))]);
    assert.equal(one.value, 'one');
    assert.deepEqual(
      one.calls.map(({ method, path, outcome, status }) => [method, path, outcome, status]),
      [
        ['POST', '/one', 'answered', 200],
        ['POST', '/one/again', 'answered', 200],
      ],
    );
    assert.deepEqual(
      other.calls.map(({ path }) => path),
      ['/other', '/other/again'],
    );
    assert.deepEqual(one.calls[0]?.at, clock.now());
  });

  it('lists no call that names no list', async () => {
    const outbound = recorder.record(answering(answer('{}')));
    const { calls } = await recorder.collect(() => outbound.call(request('https://network.example/')));
    assert.deepEqual(withEnglish(calls), []);
  });

  it('keeps neither host, header, body nor the values of a query', async () => {
    const outbound = recorder.record(answering(answer('{}')));
    const { calls } = await recorder.collect((list) =>
      outbound.call(request('https://user.example/upload?cif=8000000000&token=abc', list)),
    );
    assert.equal(calls[0]?.path, '/upload?cif=…&token=…');
    assert.doesNotMatch(JSON.stringify(calls), /secret-of|Invoice|8000000000|abc|user\.example/);
  });

  it('says why there is no answer', async () => {
    const outbound = recorder.record(answering({ outcome: 'unreachable', reason: 'ECONNREFUSED' }));
    const { calls } = await recorder.collect((list) =>
      outbound.call(request('https://network.example/', list)),
    );
    const { outcome, reason, status } = calls[0]!;
    assert.deepEqual(withEnglish([outcome, reason, status]), ['unreachable', 'ECONNREFUSED', undefined]);
  });

  it('leaves out answers that are long, binary or no text', async () => {
    for (const [text, type] of [
      ['x'.repeat(2001), 'text/plain'],
      ['a\u0000b', 'text/plain'],
      ['PDF', 'application/pdf'],
      ['', 'text/plain'],
    ] as const) {
      const outbound = recorder.record(answering(answer(text, type)));
      const { calls } = await recorder.collect((list) =>
        outbound.call(request('https://network.example/', list)),
      );
      assert.equal(calls[0]?.answer, undefined, type);
    }
  });
});
