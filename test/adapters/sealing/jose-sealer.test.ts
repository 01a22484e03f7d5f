import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import sinon from 'sinon';
import {
  fingerprintOf,
  JoseSealer,
  sealerOf,
  startUnder,
} from '../../../src/adapters/sealing/jose-sealer.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { MAX_KEY_AGE_MS } from '../../../src/domain/lifecycle/leased-keys.ts';
import { StoreRefused } from '../../../src/ports/store-refused.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const noMasterKey = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'no-master-key';

describe('a sealer on jose', () => {
  const sealer = new JoseSealer([randomBytes(32)]);

  it('opens its sealed bytes, byte for byte', async () => {
    const key = await sealer.newDataKey();
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from([0, 255, 10]),
      randomBytes(40_000),
      randomBytes(1_000_000),
    ])
      assert.deepEqual(Buffer.from(await sealer.open(key, await sealer.seal(key, bytes))), bytes);
  });

  it('hashes words under a key of each data key, also after a restart', async () => {
    const master = randomBytes(32);
    const [first, restarted] = [new JoseSealer([master]), new JoseSealer([master])];
    const [key, other] = [await first.newDataKey(), await first.newDataKey()];
    const [hash, ...more] = await first.hashes(key, ['muller', 'gmbh', 'muller']);
    assert.match(hash!, /^[0-9a-f]{16}$/);
    assert.equal(more[1], hash);
    assert.notEqual(more[0], hash);
    assert.deepEqual(await restarted.hashes(key, ['muller']), [hash]);
    assert.notDeepEqual(await first.hashes(other, ['muller']), [hash]);
  });

  it('opens after a restart with the same master key', async () => {
    const master = randomBytes(32);
    const key = await new JoseSealer([master]).newDataKey();
    const sealed = await new JoseSealer([master]).seal(key, Buffer.from('invoice'));
    assert.equal(Buffer.from(await new JoseSealer([master]).open(key, sealed)).toString(), 'invoice');
  });

  it('never seals the same bytes to the same text', async () => {
    const key = await sealer.newDataKey();
    const twice = [await sealer.seal(key, Buffer.from('x')), await sealer.seal(key, Buffer.from('x'))];
    assert.notDeepEqual(twice[0], twice[1]);
  });

  it('refuses changed bytes and another key', async () => {
    const key = await sealer.newDataKey();
    const sealed = Buffer.from(await sealer.seal(key, Buffer.from('some content')));
    await assert.rejects(async () => sealer.open(await sealer.newDataKey(), sealed));
    const at = sealed.length - 30;
    sealed[at] = sealed[at] === 65 ? 66 : 65;
    await assert.rejects(() => sealer.open(key, sealed));
  });

  it('refuses a change of any letter, unless the letters decode to the same bytes', async () => {
    const key = await sealer.newDataKey();
    const sealed = Buffer.from(await sealer.seal(key, Buffer.from('a secret')));
    const variants = Array.from(sealed.keys()).flatMap((at) =>
      ['A', 'B', '.', '=', ' ', '\n', '+'].map((letter) => {
        const changed = Buffer.from(sealed);
        changed.write(letter, at, 'latin1');
        return changed;
      }),
    );
    const longer = ['.', 'A', 'AAAA', '=', '.AAAA'].map((more) => Buffer.concat([sealed, Buffer.from(more)]));
    let refused = 0;
    for (const changed of [...variants, ...longer]) {
      const opened = await sealer.open(key, changed).catch(() => undefined);
      if (!opened) refused += 1;
      else assert.equal(Buffer.from(opened).toString(), 'a secret', changed.toString());
    }
    assert.ok(refused > variants.length * 0.9, `${refused} of ${variants.length}`);
  });

  it('refuses a text whose last letters are cut off: a shorter tag is invalid', async () => {
    const key = await sealer.newDataKey();
    const sealed = Buffer.from(await sealer.seal(key, Buffer.from('a secret')));
    for (let length = 0; length < sealed.length; length += 1)
      await assert.rejects(() => sealer.open(key, sealed.subarray(0, length)), `${length} letters`);
  });

  it('does not unwrap a data key with another master key', async () => {
    const key = await sealer.newDataKey();
    await assert.rejects(() => new JoseSealer([randomBytes(32)]).seal(key, Buffer.from('x')));
  });

  it('fails with no-master-key without a master key', async () => {
    const none = new JoseSealer([]);
    const key = await sealer.newDataKey();
    await assert.rejects(() => none.newDataKey(), noMasterKey);
    await assert.rejects(() => none.seal(key, Buffer.from('x')), noMasterKey);
    await assert.rejects(() => none.open(key, Buffer.from('x')), noMasterKey);
  });

  it('works with more clients than the keys that it keeps', async () => {
    const first = await sealer.newDataKey();
    const sealed = await sealer.seal(first, Buffer.from('first'));
    for (let n = 0; n < 1001; n += 1) await sealer.seal(await sealer.newDataKey(), Buffer.from('x'));
    assert.equal(Buffer.from(await sealer.open(first, sealed)).toString(), 'first');
  });

  describe('keeps unwrapped', () => {
    let clock: sinon.SinonFakeTimers;
    beforeEach(() => {
      clock = sinon.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    });
    afterEach(() => clock.restore());

    it('1,000 keys, and drops the one that was unwrapped longest ago', async () => {
      const master = randomBytes(32);
      const one = new JoseSealer([master]);
      const keys: string[] = [];
      for (let n = 0; n < 1001; n += 1) keys.push(await one.newDataKey());
      const [first, second] = keys as [string, string];
      for (const key of keys) await one.seal(key, Buffer.from('x'));
      // Only the kept keys can be used from here on.
      master.fill(0);
      await one.seal(second, Buffer.from('x'));
      await assert.rejects(() => one.seal(first, Buffer.from('x')));
    });

    it('a key for five seconds, however often it is used, and none that is not used', async () => {
      const one = new JoseSealer([randomBytes(32)]);
      const [used, left] = [await one.newDataKey(), await one.newDataKey()];
      await one.seal(left, Buffer.from('x'));
      for (let n = 0; n < 4; n += 1) {
        await one.seal(used, Buffer.from('x'));
        assert.equal(one.unwrappedKeys, 2);
        clock.tick(MAX_KEY_AGE_MS / 4);
      }
      assert.equal(one.unwrappedKeys, 0);
      const sealed = await one.seal(used, Buffer.from('again'));
      assert.equal(one.unwrappedKeys, 1);
      assert.equal(Buffer.from(await one.open(used, sealed)).toString(), 'again');
      clock.tick(MAX_KEY_AGE_MS);
      assert.equal(one.unwrappedKeys, 0);
    });
  });

  it('refuses another algorithm of sealing than its own', async () => {
    const master = randomBytes(32);
    const one = new JoseSealer([master]);
    const key = await one.newDataKey();
    const { plaintext: dataKey } = await compactDecrypt(key, master);
    const sealed = (enc: string) =>
      new CompactEncrypt(Buffer.from('invoice')).setProtectedHeader({ alg: 'dir', enc }).encrypt(dataKey);
    const open = async (enc: string) => one.open(key, Buffer.from(await sealed(enc)));
    assert.equal(Buffer.from(await open('A256GCM')).toString(), 'invoice');
    await assert.rejects(() => open('A128CBC-HS256'), { code: 'ERR_JOSE_ALG_NOT_ALLOWED' });
  });

  it('refuses another algorithm of wrapping than its own', async () => {
    const master = randomBytes(32);
    const wrapped = await new CompactEncrypt(randomBytes(32))
      .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256', kid: fingerprintOf(master) })
      .encrypt(master);
    await assert.rejects(() => new JoseSealer([master]).seal(wrapped, Buffer.from('x')), {
      code: 'ERR_JOSE_ALG_NOT_ALLOWED',
    });
  });

  it('refuses a store that was first used with another master key, in one sentence', async () => {
    const rows = memoryStores().sealed;
    const master = randomBytes(32);
    await sealerOf(rows, { current: master });
    await sealerOf(rows, { current: master });
    await sealerOf(rows, {});
    await assert.rejects(
      () => sealerOf(rows, { current: randomBytes(32) }),
      (error) => error instanceof StoreRefused && /^MASTER_KEY [^.]*\.$/.test(error.message),
    );
  });

  it('names the master key at the beginning of a data key', async () => {
    const master = randomBytes(32);
    const key = await new JoseSealer([master]).newDataKey();
    assert.ok(key.startsWith(startUnder(fingerprintOf(master))));
  });

  it('fails with no-master-key for a data key under a master key that it does not have', async () => {
    const key = await sealer.newDataKey();
    await assert.rejects(() => new JoseSealer([randomBytes(32)]).seal(key, Buffer.from('x')), noMasterKey);
  });

  describe('while one master key replaces another', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];

    it('unwraps keys of either, and wraps under the one that the store names', async () => {
      const rows = memoryStores().sealed;
      const before = await (await sealerOf(rows, { current: old })).newDataKey();
      const both = await sealerOf(rows, { current: old, next });
      assert.ok((await both.newDataKey()).startsWith(startUnder(fingerprintOf(old))));
      await rows.replaceMasterKeyFingerprint(fingerprintOf(old), fingerprintOf(next));
      const after = await both.newDataKey();
      assert.ok(after.startsWith(startUnder(fingerprintOf(next))));
      for (const key of [before, after])
        assert.equal(
          Buffer.from(await both.open(key, await both.seal(key, Buffer.from('x')))).toString(),
          'x',
        );
    });

    it('wraps nothing under the replaced key', async () => {
      const rows = memoryStores().sealed;
      const one = await sealerOf(rows, { current: old });
      await rows.replaceMasterKeyFingerprint(fingerprintOf(old), fingerprintOf(next));
      await assert.rejects(() => one.newDataKey(), noMasterKey);
    });

    it('refuses a store with data keys under the old one, and names the remedy', async () => {
      const rows = memoryStores().sealed;
      await rows.keepDataKey('acme', await (await sealerOf(rows, { current: old })).newDataKey());
      await rows.replaceMasterKeyFingerprint(fingerprintOf(old), fingerprintOf(next));
      await assert.rejects(
        () => sealerOf(rows, { current: next }),
        (error) => error instanceof StoreRefused && /run ids rotate-master again/.test(error.message),
      );
      await sealerOf(rows, { current: old, next });
      await assert.rejects(() => sealerOf(rows, { current: next, next: randomBytes(32) }), StoreRefused);
    });
  });
});
