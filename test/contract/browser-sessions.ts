import assert from 'node:assert/strict';
import type { BrowserSession } from '../../src/domain/access/browser-session.ts';
import type { AuditEntry } from '../../src/ports/audit-log.ts';
import { after, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const TIMES = { hash: hex(64), createdAt: START, expiresAt: after(100) };
const OF_KEY: BrowserSession = { ...TIMES, id: 'ses_1', keyId: 'key_1' };
const OF_PERSON: BrowserSession = {
  ...TIMES,
  id: 'ses_2',
  person: 'person:ada',
  subject: 'ada',
  kind: 'client',
  client: 'acme',
  scopes: ['read'],
  sealedRefreshToken: 'e30..x',
  askAt: after(5),
  confirmedUntil: after(10),
};
const row = (action: string, subject: string): AuditEntry => ({ at: START, action, actor: 'key_1', subject });

export function describesBrowserSessions(open: Open): void {
  const it = on(open);

  it('keep what they are, with a row of the audit log', async ({ browserSessions, other }) => {
    await browserSessions.add(OF_KEY, row('session_begun', 'ses_1'));
    await browserSessions.add(OF_PERSON, row('session_begun', 'ses_2'));
    assert.deepEqual(await other.browserSessions.find('ses_1'), OF_KEY);
    assert.deepEqual(await other.browserSessions.find('ses_2'), OF_PERSON);
    assert.equal((await other.audit.recent({ action: 'session_begun', limit: 9 })).length, 2);
  });

  it('end once, and are not confirmed any more', async ({ browserSessions, other }) => {
    await browserSessions.add(OF_PERSON, row('session_begun', 'ses_2'));
    await browserSessions.end('ses_2', after(3), row('session_ended', 'ses_2'));
    await other.browserSessions.end('ses_2', after(4), row('session_ended', 'ses_2'));
    const { sealedRefreshToken: _gone, ...rest } = OF_PERSON;
    assert.deepEqual(await other.browserSessions.find('ses_2'), { ...rest, endedAt: after(3) });
    assert.equal((await other.audit.recent({ action: 'session_ended', limit: 9 })).length, 1);
    assert.equal(await browserSessions.confirm('ses_2', { kind: 'operator' }), false);
    assert.equal(await browserSessions.holdAsking(OF_PERSON, after(8)), false);
  });

  it('let one of many ask the provider', async ({ browserSessions, other }) => {
    await browserSessions.add(OF_PERSON, row('session_begun', 'ses_2'));
    const held = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? browserSessions : other.browserSessions).holdAsking(OF_PERSON, after(8)),
      ),
    );
    assert.equal(held.filter(Boolean).length, 1);
    const confirmed = { kind: 'operator', sealedRefreshToken: 'e30..y', askAt: after(20) } as const;
    assert.equal(await other.browserSessions.confirm('ses_2', confirmed), true);
    const { client: _client, scopes: _scopes, confirmedUntil: _until, ...rest } = OF_PERSON;
    assert.deepEqual(await browserSessions.find('ses_2'), { ...rest, ...confirmed });
  });

  it('are forgotten at their time, and when a store is restored', async ({ browserSessions, other }) => {
    await browserSessions.add(OF_KEY, row('session_begun', 'ses_1'));
    await browserSessions.add({ ...OF_PERSON, createdAt: after(7) }, row('session_begun', 'ses_2'));
    assert.deepEqual(
      [await browserSessions.forget(after(99)), await browserSessions.removeUpTo(after(6))],
      [0, 1],
    );
    assert.equal(await other.browserSessions.find('ses_1'), undefined);
    assert.equal(await browserSessions.forget(after(100)), 1);
  });
}
