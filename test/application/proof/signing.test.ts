import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { JoseProofs } from '../../../src/adapters/signing/jose-proofs.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { Signing } from '../../../src/application/proof/signing.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { rotateMasterKey } from '../../../src/commands/keys/rotate-master-key.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { aStatement } from '../../support/statement.ts';

const [master, nextMaster] = [randomBytes(32), randomBytes(32)];
const STATEMENT = aStatement('a'.repeat(64));
const proofs = new JoseProofs();

describe('the keys that sign proofs', () => {
  const stored = ({ signingKeys, sealed, audit } = memoryStores()) => ({
    signingKeys,
    rows: sealed,
    audit,
    clock: new FakeClock('2026-10-05T08:00:00.000Z'),
  });
  const signingOn = async (
    { rows, ...tools }: ReturnType<typeof stored>,
    current: Uint8Array | undefined = master,
  ): Promise<Signing> => {
    const content = new SealedContent(rows, await sealerOf(rows, { current }), new NodeDigests());
    return new Signing({ ...tools, content, proofSigner: proofs });
  };

  it('begin with one for the first proof, also for two proofs at the same time', async () => {
    const store = stored();
    const [one, other] = [await signingOn(store), await signingOn(store)];
    assert.deepEqual(await one.publish(), []);
    const signed = await Promise.all([one.sign(STATEMENT), other.sign(STATEMENT)]);
    const keys = await one.publish();
    assert.equal(keys.length, 1);
    for (const { proof } of signed) assert.ok(await proofs.open(proof, keys));
    const rows = await store.audit.recent({ limit: 10 });
    assert.deepEqual(
      rows.map(({ action, subject }) => [action, subject]),
      [['signing_key_made', keys[0]!.kid]],
    );
  });

  it('sign another type of text too, which is never read as a proof', async () => {
    const store = stored();
    const signing = await signingOn(store);
    const signed = await signing.signText((at) => `made at ${at.toISOString()}`, 'scorecard+json');
    const keys = await signing.publish();
    const { text, key } = await proofs.openText(signed, 'scorecard+json', keys);
    assert.deepEqual([text, key.kid], ['made at 2026-10-05T08:00:00.000Z', keys[0]?.kid]);
    await assert.rejects(proofs.open(signed, keys), /not of the type invoice-proof\+json/);
    const { proof } = await signing.sign(STATEMENT);
    await assert.rejects(proofs.openText(proof, 'scorecard+json', keys), /not of the type scorecard\+json/);
  });

  it('stay listed after another replaces them, and their signatures stay valid', async () => {
    const store = stored();
    const signing = await signingOn(store);
    const { proof: before } = await signing.sign(STATEMENT);
    store.clock.advance(3_600_000);
    const kid = await signing.rotate();
    const keys = await signing.publish();
    assert.deepEqual(
      keys.map((key) => [key.kid === kid, key.createdAt.toISOString(), key.retiredAt?.toISOString()]),
      [
        [false, '2026-10-05T08:00:00.000Z', '2026-10-05T09:00:00.000Z'],
        [true, '2026-10-05T09:00:00.000Z', undefined],
      ],
    );
    const signers = [before, (await signing.sign(STATEMENT)).proof].map((proof) => proofs.open(proof, keys));
    assert.deepEqual(
      (await Promise.all(signers)).map(({ key }) => key),
      keys,
    );
  });

  it('are stored sealed, and follow a change of the master key', async () => {
    const store = stored();
    await (await signingOn(store)).sign(STATEMENT);
    const [key] = await store.signingKeys.all();
    assert.equal(key!.sealedKey.split('.').length, 5);
    assert.ok(!JSON.stringify(key).includes('"d"'));
    await rotateMasterKey({ current: master, next: nextMaster }, { ...store, sealed: store.rows, live: [] });
    const signing = await signingOn(store, nextMaster);
    assert.ok(await proofs.open((await signing.sign(STATEMENT)).proof, await signing.publish()));
  });

  it('cannot be created without a master key', async () => {
    const store = stored();
    const content = new SealedContent(store.rows, await sealerOf(store.rows, {}), new NodeDigests());
    const signing = new Signing({ ...store, content, proofSigner: proofs });
    await assert.rejects(
      signing.sign(STATEMENT),
      (error) => error instanceof CallFailed && error.failure.kind === 'no-master-key',
    );
    assert.deepEqual(await signing.publish(), []);
  });
});
