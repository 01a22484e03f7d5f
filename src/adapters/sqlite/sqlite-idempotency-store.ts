import { randomUUID } from 'node:crypto';
import type {
  ClaimResult,
  HeldClaim,
  IdempotencyClaim,
  IdempotencyStore,
  KeptAnswer,
} from '../../ports/idempotency-store.ts';
import type { ClaimedAnswer } from '../../ports/invoice-store.ts';
import { integer, json, ms, optional, text } from './columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

const DROP_EVERY = 64;

/** A claim does not wait for the disk. The answer after it does, and flushes the claim and its invoice, too. */
export class SqliteIdempotencyStore implements IdempotencyStore {
  private claims = 0;

  constructor(private readonly sqlite: Sqlite) {}

  async claim(request: IdempotencyClaim): Promise<ClaimResult> {
    const { space, key } = request;
    const now = request.now.getTime();
    const result = await this.sqlite.write<ClaimResult>(() => {
      this.dropExpired(now);
      const token = randomUUID();
      if (this.insert(request, token)) return findHeld(request, request.claimId, token);
      const row = this.sqlite.one('SELECT * FROM idempotency WHERE space = @space AND key = @key', {
        space,
        key,
      });
      const known = row && (optional(row, 'expires_at', integer) ?? Infinity) > now ? row : undefined;
      if (known && text(known, 'request_hash') !== request.requestHash) return { outcome: 'conflict' };
      const answer = known && optional(known, 'answer', json<KeptAnswer>);
      if (answer) return { outcome: 'answered', answer };
      if (known && integer(known, 'lease_until') > now) return { outcome: 'in-progress' };
      return this.takeOver(request, known, token);
    });
    // The first caller, in any process, may still wait for the disk.
    if (result.outcome === 'answered') await this.sqlite.toDisk();
    return result;
  }

  async keep(claim: HeldClaim, answer: KeptAnswer): Promise<void> {
    await this.sqlite.writeToDisk(() => writeAnswer(this.sqlite, { claim, answer }));
  }

  async release({ space, key, token }: HeldClaim): Promise<void> {
    await this.sqlite.execute(
      `UPDATE idempotency SET lease_until = 0
         WHERE space = @space AND key = @key AND token = @token AND answer IS NULL`,
      { space, key, token },
    );
  }

  async abandon({ space, key, token }: HeldClaim): Promise<void> {
    await this.sqlite.execute(
      'DELETE FROM idempotency WHERE space = @space AND key = @key AND token = @token AND answer IS NULL',
      { space, key, token },
    );
  }

  // Waits for the disk: the refused cancel that is dropped here must not be answered again.
  async forgetAbout(invoiceId: string): Promise<void> {
    await this.sqlite.writeToDisk(() =>
      this.sqlite.run('DELETE FROM idempotency WHERE invoice_id = @invoiceId', { invoiceId }),
    );
  }

  // A few at a time and not with every request, so that no request pays for a whole day's keys.
  private dropExpired(now: number): void {
    this.claims += 1;
    if (this.claims % DROP_EVERY !== 1) return;
    this.sqlite.run(
      `DELETE FROM idempotency WHERE (space, key) IN
         (SELECT space, key FROM idempotency WHERE expires_at <= @now LIMIT @most)`,
      { now, most: DROP_EVERY * 8 },
    );
  }

  private insert(request: IdempotencyClaim, token: string): boolean {
    const inserted = this.sqlite.run(
      `INSERT INTO idempotency (space, key, request_hash, claim_id, token, lease_until, expires_at)
       VALUES (@space, @key, @requestHash, @claimId, @token, @leaseUntil, @expiresAt) ON CONFLICT DO NOTHING`,
      claimColumns(request, token),
    );
    return inserted === 1;
  }

  /** An expired key begins again. A live claim of a process that died goes on under its id until it expires. */
  private takeOver(request: IdempotencyClaim, known: Row | undefined, token: string): ClaimResult {
    const claimId = known ? text(known, 'claim_id') : request.claimId;
    this.sqlite.run(
      `UPDATE idempotency SET request_hash = @requestHash, claim_id = @claimId, token = @token,
         lease_until = @leaseUntil, expires_at = @expiresAt, answer = NULL, invoice_id = NULL
       WHERE space = @space AND key = @key`,
      {
        ...claimColumns(request, token),
        claimId,
        ...(known && { expiresAt: optional(known, 'expires_at', integer) ?? null }),
      },
    );
    return findHeld(request, claimId, token);
  }
}

const claimColumns = (request: IdempotencyClaim, token: string) => ({
  space: request.space,
  key: request.key,
  requestHash: request.requestHash,
  claimId: request.claimId,
  token,
  leaseUntil: request.leaseUntil.getTime(),
  expiresAt: ms(request.expiresAt),
});

const findHeld = ({ space, key }: IdempotencyClaim, claimId: string, token: string): ClaimResult => ({
  outcome: 'claimed',
  claim: { space, key, claimId, token },
});

/** Runs within a transaction of the caller. Returns no row if the claim was taken over. */
export function writeAnswer(sqlite: Sqlite, { claim, answer }: ClaimedAnswer): void {
  sqlite.run(
    `UPDATE idempotency SET answer = @answer, invoice_id = @invoiceId
     WHERE space = @space AND key = @key AND token = @token`,
    { ...claim, answer: JSON.stringify(answer), invoiceId: answer.invoiceId ?? null },
  );
}
