import assert from 'node:assert/strict';
import { drawPage } from '../../../src/application/datasets/draw-page.ts';
import { NotDrawn } from '../../../src/application/exports/missing-files.ts';
import { CallFailed } from '../../../src/domain/failures.ts';

describe('the page of an archive', () => {
  for (const [what, error, times] of [
    ['is asked for five times if the printer is busy', { kind: 'busy', retryAfterSeconds: 0 }, 5],
    ['is not asked for again after any other failure', { kind: 'no-master-key' }, 1],
  ] as const)
    it(what, async () => {
      let calls = 0;
      const printer = {
        archived: () => {
          calls += 1;
          return Promise.reject(new CallFailed(error));
        },
      };
      const pageWriter = { invoice: () => assert.fail('it is not drawn') };
      await assert.rejects(drawPage({} as never, { printer, pageWriter } as never), NotDrawn);
      assert.equal(calls, times);
    });
});
