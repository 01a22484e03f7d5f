import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { RecentParticipants } from '../../../src/adapters/peppol-lookup/recent-participants.ts';
import type { LookedUp } from '../../../src/ports/participants.ts';

const KIND = { documentType: 'invoice', process: 'billing' };

describe('recent answers about participants', () => {
  let now: number;
  let asked: string[];
  let answer: LookedUp;
  let recent: RecentParticipants;
  beforeEach(() => {
    now = Date.parse('2026-11-24T10:00:00Z');
    asked = [];
    answer = { registered: 'no' };
    const participants = {
      lookUp: async (participant: string) => {
        asked.push(participant);
        return answer;
      },
      smpOf: async () => ({ kind: 'none' }) as const,
    };
    recent = new RecentParticipants(participants, { now: () => new Date(now) });
  });

  it('count for five minutes', async () => {
    for (const minutes of [0, 4, 6]) {
      now += minutes * 60_000 - (now - Date.parse('2026-11-24T10:00:00Z'));
      assert.deepEqual(withEnglish(await recent.lookUp('0208:0123456749', KIND)), { registered: 'no' });
    }
    assert.equal(asked.length, 2);
  });

  it('do not count if the look-up failed', async () => {
    answer = { registered: 'unknown', reason: 'DNS' };
    await recent.lookUp('0208:0123456749', KIND);
    answer = { registered: 'no' };
    assert.deepEqual(withEnglish(await recent.lookUp('0208:0123456749', KIND)), { registered: 'no' });
  });

  it('count for one kind of document', async () => {
    await recent.lookUp('0208:0123456749', KIND);
    await recent.lookUp('0208:0123456749', { ...KIND, documentType: 'credit note' });
    assert.equal(asked.length, 2);
  });
});
