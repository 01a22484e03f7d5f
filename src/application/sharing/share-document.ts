import { say } from 'en16931-rules/vocabulary/message.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { reasonToStop } from '../../domain/clients/client-record.ts';
import { CallFailed } from '../../domain/failures.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import { MAX_SHARE_DAYS, type Share } from '../../domain/shares/share.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ShareStore } from '../../ports/share-store.ts';
import type { AdmitCall } from '../access/admit-call.ts';
import { secretHash } from '../access/secret-hash.ts';
import { listedClient, requireOwn } from '../access/tenancy.ts';
import { cursorAt, type Page, readPage } from '../../ports/page.ts';
import { positionAfter } from '../requests/list-position.ts';
import { type LiveShare, liveShares, type LiveSharePorts } from './live-shares.ts';

interface Ports extends LiveSharePorts {
  readonly shares: ShareStore;
  readonly audit: Pick<AuditLog, 'write' | 'fold'>;
  readonly digests: Pick<Digests, 'sha256' | 'same' | 'newSecret'>;
  readonly ids: Ids;
  readonly content: TextSealer;
  readonly admitCall: Pick<AdmitCall, 'admitLink'>;
}

interface Wish {
  readonly days?: number | undefined;
  readonly note?: string | undefined;
  readonly requestId: string;
}

export interface SharedSubject {
  readonly id: string;
  readonly client: string;
}

/** Rows of one answer. */
const PAGE = 100;
const IDS = /^shr_[A-Za-z0-9]{16,40}$/;

/** Makes, lists and revokes links for one reader. */
export class ShareDocument {
  constructor(private readonly ports: Ports) {}

  /**
   * @param subject the caller's own.
   * @returns the link's token, which is stored nowhere.
   * @throws CallFailed `forbidden`: the client is suspended, closed or deleted; `no-master-key`: a note cannot be sealed.
   */
  async run(
    caller: Caller,
    subject: SharedSubject,
    { days = MAX_SHARE_DAYS, note, requestId }: Wish,
  ): Promise<{ readonly share: Share; readonly token: string }> {
    const { shares, clients, audit, digests, ids, clock, content } = this.ports;
    const reason = reasonToStop(await clients.find(subject.client), 'share');
    if (reason !== undefined) throw new CallFailed({ kind: 'forbidden', detail: reason });
    const sealedNote = note === undefined ? undefined : await content.sealText(subject.client, note);
    const now = clock.now();
    const secret = digests.newSecret();
    const share: Share = {
      id: ids.next('shr'),
      client: subject.client,
      subject: subject.id,
      hash: secretHash(this.ports, secret, caller.keyId),
      madeBy: caller.keyId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + Math.min(days, MAX_SHARE_DAYS) * DAY_MS),
      ...(sealedNote !== undefined && { sealedNote }),
    };
    // A crash in between leaves a row about a link that was not handed out.
    await audit.write({
      at: now,
      action: 'share_made',
      actor: caller.keyId,
      client: subject.client,
      subject: subject.id,
      requestId,
      details: { share: share.id, expires_at: share.expiresAt.toISOString() },
    });
    await shares.add(share);
    return { share, token: `${share.id}.${secret}` };
  }

  /** Revoking again changes nothing. @throws CallFailed `not-found`, also for another client's link. */
  async revoke(caller: Caller, id: string, requestId: string): Promise<Share> {
    const { shares, audit, clock } = this.ports;
    const share = requireOwn(caller, await shares.find(id), NONE);
    const at = clock.now();
    const revoked = await shares.revoke(id, at);
    if (!revoked) throw new CallFailed({ kind: 'not-found', detail: NONE });
    if (!share.revokedAt)
      await audit.write({
        at,
        action: 'share_revoked',
        actor: caller.keyId,
        client: share.client,
        subject: share.subject,
        requestId,
        details: { share: id },
      });
    return revoked;
  }

  /** @returns the link of a token while it works. @throws CallFailed `not-found`, without a reason; `rate-limited` */
  async open(token: string): Promise<Share> {
    const { shares, digests, clock } = this.ports;
    const [id = '', secret = ''] = token.split('.');
    const record = await shares.find(id);
    const isKnown = record && digests.same(record.hash, secretHash(this.ports, secret, record.madeBy));
    const [share] = isKnown ? await liveShares(this.ports, [record]) : [];
    if (!share)
      throw new CallFailed({ kind: 'not-found', detail: say('calls.this-link-does-not-work-or-no-longer') });
    await this.ports.admitCall.admitLink(share.id);
    await this.noteOpened(share, clock.now());
    return share;
  }

  /** What its maker tells the reader; a note that cannot be opened is left out. */
  async noteIn({ client, sealedNote }: Share): Promise<string | undefined> {
    if (sealedNote === undefined) return undefined;
    return this.ports.content.openText(client, sealedNote).catch(() => undefined);
  }

  /** Those that still work, newest first. @throws CallFailed `not-found`: a client key names another client; `bad-request` */
  async list(
    caller: Caller,
    { client: named, after }: { readonly client?: string; readonly after?: string },
  ): Promise<Page<LiveShare>> {
    const { shares, clock } = this.ports;
    const client = listedClient(caller, named);
    const from = positionAfter(after, IDS);
    const query = { client, after: from && { createdAt: from.at, id: from.id }, at: clock.now() };
    const { rows, ...page } = await readPage(
      PAGE,
      (limit) => shares.list({ ...query, limit }),
      ({ createdAt: at, id }) => cursorAt({ at, id }),
    );
    return { ...page, rows: await liveShares(this.ports, rows) };
  }

  /** One row a day for each link. */
  private async noteOpened({ id, client, subject, lastReadAt }: Share, now: Date): Promise<void> {
    const isNoted = lastReadAt && now.getTime() - lastReadAt.getTime() < NOTED_EVERY_MS;
    if (!isNoted) await this.ports.shares.noteRead(id, now);
    await this.ports.audit.fold(`share ${id} ${dayOf(now)}`, {
      at: now,
      lastAt: now,
      times: 1,
      action: 'share_opened',
      actor: 'link',
      client,
      subject,
      details: { share: id },
    });
  }
}

const NONE = say('calls.no-such-link');
const NOTED_EVERY_MS = 60_000;
