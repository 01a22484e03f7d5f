import assert from 'node:assert/strict';
import {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import { areDuplicates, isFirst, translating, withCode } from '../../../src/adapters/mongo/driver-errors.ts';
import { CallFailed } from '../../../src/domain/failures.ts';

const isBusy = (error: unknown): boolean => error instanceof CallFailed && error.failure.kind === 'busy';

describe('errors of the MongoDB driver', () => {
  const store = (error: Error) => translating({ find: async () => Promise.reject(error) });

  const named = (name: string): Error =>
    Object.defineProperty(new MongoError('it went wrong'), 'name', { value: name });
  const coded = (code: number): Error => new MongoServerError({ message: 'no', code });
  const labelled = (label: string): Error => {
    const error = new MongoServerError({ message: 'no', code: 1, errorLabels: [label] });
    return error;
  };
  const ofSocket = (code: string): Error =>
    Object.assign(new Error('This socket has been ended by the other party'), { code });
  const batch = (own: { code?: number; writeErrors?: { code: number }[]; unconfirmed?: boolean }): Error =>
    new MongoBulkWriteError(
      { message: 'a batch failed', ...own } as never,
      { getWriteConcernError: () => (own.unconfirmed ? {} : undefined) } as never,
    );

  for (const [what, error] of Object.entries({
    'a lost connection': new MongoNetworkError('gone'),
    'a pool that was cleared': named('MongoPoolClearedError'),
    'a pool that was cleared because its server does not answer': named('PoolClearedOnNetworkError'),
    'no primary in time': named('MongoServerSelectionError'),
    'no free connection in time': named('MongoWaitQueueTimeoutError'),
    'a primary that stepped down': coded(10107),
    'a server that is shutting down': coded(91),
    'an operation that took too long': coded(50),
    'too few members in time': coded(64),
    'a write conflict': coded(112),
    'a deadlock of the engine below': new MongoServerError({ code: 1, message: 'deadlock detected' }),
    'an error that is not known': coded(1),
    'an error of the server without a code': new MongoServerError({ message: 'no' }),
    'a cursor that was lost with its server': coded(43),
    'an error that the server labels as retryable': labelled('RetryableWriteError'),
    'an overloaded server': labelled('SystemOverloadedError'),
    'a socket that ended': ofSocket('EPIPE'),
    'a batch whose answer was lost': batch({}),
    'a batch that the majority has not acknowledged': batch({
      code: 11000,
      writeErrors: [{ code: 11000 }],
      unconfirmed: true,
    }),
    'a batch in an election': batch({ code: 11602, writeErrors: [{ code: 11602 }] }),
  }))
    it(`become busy, with their cause: ${what}`, () =>
      assert.rejects(
        () => store(error).find(),
        (thrown) => isBusy(thrown) && thrown instanceof Error && thrown.cause === error,
      ));

  for (const [what, error] of Object.entries({
    'a document that the validator refuses': coded(121),
    'a duplicate': coded(11000),
    'a batch with a document that is refused': batch({ code: 121, writeErrors: [{ code: 121 }] }),
    'a call that the driver refuses': new MongoInvalidArgumentError('no'),
    'a document that is too large': coded(17419),
    'a document that is too large, on DocumentDB': new MongoServerError({
      code: 285999133,
      message: 'Size 26214444 is larger than MaxDocumentSize 16777216',
    }),
    'a call that the server cannot read': coded(9),
    'a call that the server does not know': coded(59),
    'a call that is not allowed': coded(13),
    'a bug of ours': new TypeError('no'),
  }))
    it(`stay as they are: ${what}`, () =>
      assert.rejects(
        () => store(error).find(),
        (thrown) => thrown === error,
      ));

  for (const words of [
    'duplicate key value violates unique constraint "collection_pk_13"',
    'conflicting key value violates exclusion constraint "documents_rum_index_167"',
  ])
    it(`are duplicates in the words of PostgreSQL: ${words}`, async () => {
      const single = withCode(new MongoServerError({ code: 1, message: words }));
      assert.equal(await isFirst(Promise.reject(single as Error)), false);
      // As the driver's: its code is read-only.
      const write = { err: { code: 1 }, errmsg: words };
      Object.defineProperty(write, 'code', { get: () => write.err.code });
      const many = new MongoBulkWriteError({ message: words, code: 1, writeErrors: [write as never] }, {
        getWriteConcernError: () => undefined,
      } as never);
      assert.ok(areDuplicates(withCode(many)));
    });
});
