import assert from 'node:assert/strict';
import { KeptSessions } from '../../../src/application/sending/kept-sessions.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { LOG_IN_MS, type Opened, type SessionOf } from '../../../src/ports/sessions.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const credential = { client: 'acme', id: 'crd_1', kind: 'anaf-oauth', value: 'first value' };
const OF: SessionOf = { route: 'RO-EFACTURA', credential, name: 'token' };

/** A route that renews a token by the previous one, and accepts each once. */
function setUp() {
  const rows = memoryStores().sessions;
  const clock = new FakeClock();
  const content = new FakeContentStore();
  const monotonic = { nowMs: 0 };
  const monotonicMs = (): number => monotonic.nowMs;
  const processOn = () => new KeptSessions({ rows, content, clock, digests: new NodeDigests(), monotonicMs });
  const opened: (string | undefined)[] = [];
  let good = '';
  const opening = (answer?: () => Promise<Opened<'refused'>>) => ({
    isGood: (kept: string) => kept === good,
    open: async (kept: string | undefined): Promise<Opened<'refused'>> => {
      opened.push(kept);
      if (answer) return answer();
      good = `token ${opened.length}`;
      return { session: good };
    },
  });
  /** A process that dies while the route opens the session. */
  const beginOpening = (of: SessionOf): Promise<void> =>
    new Promise((begins) => {
      const hangs = (): Promise<never> => (begins(), new Promise(() => undefined));
      void processOn().use(of, opening(hangs));
    });
  const expire = () => (good = '');
  return { rows, clock, monotonic, processOn, opened, opening, beginOpening, expire };
}

describe('a session of a credential at a route', () => {
  it('is opened once, and used by all processes until it expires', async () => {
    const { processOn, opening, opened, expire } = setUp();
    const [one, other] = [processOn(), processOn()];
    assert.deepEqual(await one.use(OF, opening()), { session: 'token 1' });
    assert.deepEqual(await other.use(OF, opening()), { session: 'token 1' });
    expire();
    assert.deepEqual(await other.use(OF, opening()), { session: 'token 2' });
    assert.deepEqual(opened, [undefined, 'token 1'], 'the new session renews the one before');
  });

  it('is opened by one of many simultaneous callers', async () => {
    const { processOn, opening, opened } = setUp();
    const [one, other] = [processOn(), processOn()];
    const used = await Promise.all(
      [1, 2, 3].flatMap(() => [one.use(OF, opening()), other.use(OF, opening())]),
    );
    assert.equal(opened.length, 1);
    for (const use of used) assert.ok(use === 'busy' || ('session' in use && use.session === 'token 1'));
  });

  it('is stored before it is used, and serves the next process if one died', async () => {
    const { processOn, opening, beginOpening, opened, clock } = setUp();
    await processOn().use(OF, opening());
    await beginOpening({ ...OF, name: 'other' });
    assert.equal(await processOn().use({ ...OF, name: 'other' }, opening()), 'busy');
    clock.advance(LOG_IN_MS + 1);
    assert.deepEqual(await processOn().use({ ...OF, name: 'other' }, opening()), { session: 'token 3' });
    assert.equal(opened.length, 3);
  });

  it('stays unchanged if the route returns no new one', async () => {
    const { processOn, opening, opened, expire } = setUp();
    const sessions = processOn();
    await sessions.use(OF, opening());
    expire();
    const refused = opening(async () => ({ failed: 'refused' }));
    assert.deepEqual(await sessions.use(OF, refused), { failed: 'refused' });
    await assert.rejects(
      sessions.use(
        OF,
        opening(() => Promise.reject(new Error('broken'))),
      ),
      /broken/,
    );
    await sessions.use(OF, opening());
    assert.deepEqual(opened, [undefined, 'token 1', 'token 1', 'token 1']);
  });

  it('does not serve another value of the credential, another credential, or another name', async () => {
    const { processOn, opening, opened } = setUp();
    const sessions = processOn();
    for (const of of [
      OF,
      { ...OF, credential: { ...credential, value: 'second value' } },
      { ...OF, credential: { ...credential, id: null } },
      { ...OF, name: 'other' },
    ])
      await sessions.use(of, opening());
    assert.deepEqual(opened, [undefined, undefined, undefined, undefined]);
  });

  it('is stored sealed', async () => {
    const { processOn, opening, rows } = setUp();
    await processOn().use(OF, opening());
    const row = await rows.find('RO-EFACTURA acme crd_1 token');
    assert.ok(row?.sealed);
    assert.doesNotMatch(row.sealed, /token|value/);
  });

  it('is opened by one process only, also if the clock was set back, until that process must be dead', async () => {
    const { processOn, opening, beginOpening, clock, monotonic } = setUp();
    await beginOpening(OF);
    clock.advance(-3_600_000);
    const other = processOn();
    assert.equal(await other.use(OF, opening()), 'busy');
    monotonic.nowMs += LOG_IN_MS;
    assert.equal(await other.use(OF, opening()), 'busy');
    monotonic.nowMs += 10_000;
    assert.deepEqual(await other.use(OF, opening()), { session: 'token 2' });
  });
});
