import assert from 'node:assert/strict';
import { NotDrawn, unlessMissing } from '../../../src/application/exports/missing-files.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { ContentGone, ContentUnreadable } from '../../../src/ports/content-store.ts';

const forbidden = new CallFailed({ kind: 'forbidden', detail: 'The client was deleted.' });

describe('a file that an export lacks', () => {
  for (const [why, error] of [
    ['unreadable', new ContentUnreadable('acme', undefined)],
    ['gone', new ContentGone('inv_1', 'ubl')],
    ['gone', forbidden],
    ['not-drawn', new NotDrawn('it')],
  ] as const)
    it(`is noted as ${why} after: ${error.constructor.name}`, async () => {
      const notes: unknown[] = [];
      const make = () => Promise.reject(error);
      assert.equal(await unlessMissing('ubl', make, (missing) => notes.push(missing)), undefined);
      assert.deepEqual(notes, [{ kind: 'ubl', why }]);
    });

  for (const error of [new CallFailed({ kind: 'no-master-key' }), new Error('no store')])
    it(`ends it after an error that all files have: ${error.message}`, async () => {
      const make = () => Promise.reject(error);
      const none = (): void => assert.fail('no file is missing');
      await assert.rejects(unlessMissing('ubl', make, none), error);
    });
});
