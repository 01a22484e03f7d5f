import { dayOf } from '../../domain/vocabulary/utc-days.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import { MAX_SHARE_DAYS, type Share } from '../../domain/shares/share.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ShareStore } from '../../ports/share-store.ts';
import type { AdmitCall } from '../access/admit-call.ts';
import { requireOwn } from '../access/tenancy.ts';

export interface ShareTools {
  readonly shares: ShareStore;
  readonly audit: Pick<AuditLog, 'write' | 'fold'>;
  readonly digests: Pick<Digests, 'sha256' | 'same' | 'newSecret'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly admitCall: Pick<AdmitCall, 'admitLink'>;
}

export interface SharedSubject {
  readonly id: string;
  readonly client: string;
}

/** Makes and revokes links for one reader. */
export class ShareDocument {
  constructor(private readonly tools: ShareTools) {}

  /** @param subject the caller's own. @returns the link's token, which is stored nowhere. */
  async run(
    caller: Caller,
    subject: SharedSubject,
    { days = MAX_SHARE_DAYS, requestId }: { readonly days?: number | undefined; readonly requestId: string },
  ): Promise<{ readonly share: Share; readonly token: string }> {
    const { shares, audit, digests, ids, clock } = this.tools;
    const now = clock.now();
    const secret = digests.newSecret();
    const share: Share = {
      id: ids.next('shr'),
      client: subject.client,
      subject: subject.id,
      hash: digests.sha256(secret),
      madeBy: caller.keyId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + Math.min(days, MAX_SHARE_DAYS) * DAY_MS),
    };
    // A crash in between leaves a row about a link that was not handed out.
    await audit.write({
      ...{ at: now, action: 'share_made', actor: caller.keyId, client: subject.client, subject: subject.id },
      ...{ requestId, details: { share: share.id, expires_at: share.expiresAt.toISOString() } },
    });
    await shares.add(share);
    return { share, token: `${share.id}.${secret}` };
  }

  /** Revoking again changes nothing. @throws CallFailed `not-found`, also for another client's link. */
  async revoke(caller: Caller, id: string, requestId: string): Promise<Share> {
    const { shares, audit, clock } = this.tools;
    const share = requireOwn(caller, await shares.find(id), NONE);
    const at = clock.now();
    const revoked = await shares.revoke(id, at);
    if (!revoked) throw new CallFailed({ kind: 'not-found', detail: NONE });
    if (!share.revokedAt)
      await audit.write({
        ...{ at, action: 'share_revoked', actor: caller.keyId, client: share.client, subject: share.subject },
        ...{ requestId, details: { share: id } },
      });
    return revoked;
  }

  /** @returns the link of a token while it works. @throws CallFailed `not-found`, without a reason; `rate-limited` */
  async open(token: string): Promise<Share> {
    const { shares, digests, clock } = this.tools;
    const [id = '', secret = ''] = token.split('.');
    const share = await shares.find(id);
    const now = clock.now();
    const works =
      share && digests.same(share.hash, digests.sha256(secret)) && !share.revokedAt && share.expiresAt > now;
    if (!works) throw new CallFailed({ kind: 'not-found', detail: 'This link does not work, or no longer.' });
    await this.tools.admitCall.admitLink(share.id);
    await this.noteOpened(share, now);
    return share;
  }

  /** One row a day for each link. */
  private async noteOpened({ id, client, subject }: Share, now: Date): Promise<void> {
    await this.tools.audit.fold(`share ${id} ${dayOf(now)}`, {
      ...{ at: now, lastAt: now, times: 1, action: 'share_opened', actor: 'link', client, subject },
      details: { share: id },
    });
  }
}

const NONE = 'No such link.';
