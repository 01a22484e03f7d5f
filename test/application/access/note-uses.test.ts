import assert from 'node:assert/strict';
import { NoteUses } from '../../../src/application/access/note-uses.ts';
import { ENVIRONMENT_OPERATOR_KEY_ID } from '../../../src/domain/access/caller.ts';
import { after } from '../../support/records.ts';

const MINUTE = 60_000;

describe('the last use of a key', () => {
  const caller = { kind: 'operator', keyId: 'key_1' } as const;
  let noted: [string, Date][];
  let uses: NoteUses;
  let isBroken: boolean;
  beforeEach(() => {
    noted = [];
    isBroken = false;
    uses = new NoteUses({
      noteUse: async (id, at) => {
        if (isBroken) throw new Error('full');
        noted.push([id, at]);
      },
    });
  });

  it('is noted once a minute', () => {
    for (const ms of [0, 1, MINUTE - 1, MINUTE]) uses.note(caller, after(ms));
    assert.deepEqual(noted, [
      ['key_1', after(0)],
      ['key_1', after(MINUTE)],
    ]);
  });

  it('is noted by the next call if the store failed', async () => {
    isBroken = true;
    uses.note(caller, after(0));
    await new Promise(setImmediate);
    isBroken = false;
    uses.note(caller, after(1));
    assert.deepEqual(noted, [['key_1', after(1)]]);
  });

  it('is not noted of the key that is a setting', () => {
    uses.note({ kind: 'operator', keyId: ENVIRONMENT_OPERATOR_KEY_ID }, after(0));
    assert.deepEqual(noted, []);
  });
});
