import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { ReadDocument, RecentDocuments } from '../../../src/application/checking/recent-documents.ts';
import { findSource, type StoredSourcePorts } from '../../../src/application/checking/stored-source.ts';
import { MAPPINGS } from '../../support/mappings.ts';
import { anIntake } from '../../support/records.ts';
import { Surroundings } from '../sending/world.ts';

const SHA256 = 'a'.repeat(64);
const ACCESS = { client: 'acme', whenBusy: 'wait' } as const;

describe('the documents of the last intakes', () => {
  let time: sinon.SinonFakeTimers;
  beforeEach(() => {
    time = sinon.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => time.restore());

  it('are there once, for their client', () => {
    const recent = new RecentDocuments();
    const document = new ReadDocument({});
    recent.keep('acme', { sha256: SHA256, size: 2 }, document);
    assert.deepEqual(withEnglish(recent.take('other', SHA256)), undefined);
    assert.deepEqual(withEnglish(recent.take('acme', SHA256)), withEnglish(document));
    assert.deepEqual(withEnglish(recent.take('acme', SHA256)), undefined);
  });

  it('are the first of a backlog, and go after a minute', () => {
    const recent = new RecentDocuments();
    const keep = (sha256: string) => recent.keep('acme', { sha256, size: 1_000_001 }, new ReadDocument({}));
    keep('first');
    keep('second');
    assert.deepEqual(withEnglish(recent.take('acme', 'second')), undefined);
    time.tick(60_000);
    keep('third');
    assert.deepEqual(withEnglish(recent.take('acme', 'first')), undefined);
    assert.ok(recent.take('acme', 'third'));
    keep('fourth');
    assert.ok(recent.take('acme', 'fourth'));
  });

  it('are judged once for each way to send them', () => {
    const document = new ReadDocument({});
    const judge = sinon.stub().returns([]);
    for (const way of ['PEPPOL', 'DE-XRECHNUNG', 'PEPPOL']) document.judgeOnce(way, judge);
    assert.equal(judge.callCount, 2);
  });

  it('are checked in place of the stored ones, unless these are exports', async () => {
    const { content } = new Surroundings();
    const recent = new RecentDocuments();
    const read = sinon.stub().resolves(new TextEncoder().encode('{}'));
    const tools: StoredSourcePorts = { files: { read }, content, mappings: MAPPINGS, recent };
    const sourceOf = async (kind: 'canonical' | 'erp-export') => {
      const document = new ReadDocument({});
      recent.keep('acme', { sha256: SHA256, size: 2 }, document);
      const { record } = anIntake({ client: 'acme', documents: [{ kind, sha256: SHA256, size: 2 }] });
      const source = await findSource(record, ACCESS, tools);
      return source?.form === 'canonical' && source.read() === document.read();
    };
    assert.deepEqual([await sourceOf('canonical'), read.callCount], [true, 0]);
    assert.deepEqual([await sourceOf('erp-export'), read.callCount], [false, 1]);
  });
});
