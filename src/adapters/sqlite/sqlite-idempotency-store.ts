import { randomUUID } from 'node:crypto';
import type {
  ClaimResult,
  HeldClaim,
  IdempotencyClaim,
  IdempotencyStore,
  KeptAnswer,
} from '../../ports/idempotency-store.ts';
import { integer, json, ms, optional, text } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

/**
 * Claims and answers are not awaited on disk: the invoice that is taken in between them is, and takes the claim along. An
 * answer lost in a power cut is made again under the same claim, from the same invoice.
 */
export class SqliteIdempotencyStore implements IdempotencyStore {
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  async claim(request: IdempotencyClaim): Promise<ClaimResult> {
    const { space, key } = request;
    const now = request.now.getTime();
    return this.#sqlite.write('normal', () => {
      // A few at a time, so that no request pays for a whole day's keys.
      this.#sqlite.run(
        `DELETE FROM idempotency WHERE rowid IN (SELECT rowid FROM idempotency WHERE expires_at <= @now LIMIT 8)`,
        { now },
      );
      const row = this.#sqlite.one(
        `SELECT * FROM idempotency WHERE space = @space AND key = @key AND (expires_at IS NULL OR expires_at > @now)`,
        { space, key, now },
      );
      if (row && text(row, 'request_hash') !== request.requestHash) return { outcome: 'conflict' };
      const answer = row && optional(row, 'answer', json<KeptAnswer>);
      if (answer) return { outcome: 'answered', answer };
      if (row && integer(row, 'lease_until') > now) return { outcome: 'in-progress' };
      const claimId = row ? text(row, 'claim_id') : request.claimId;
      return { outcome: 'claimed', claim: this.#take(request, claimId) };
    });
  }

  async keep(claim: HeldClaim, answer: KeptAnswer): Promise<void> {
    this.#sqlite.write('normal', () =>
      this.#sqlite.run(
        `UPDATE idempotency SET answer = @answer, invoice_id = @invoiceId
         WHERE space = @space AND key = @key AND token = @token`,
        { ...claim, answer: JSON.stringify(answer), invoiceId: answer.invoiceId ?? null },
      ),
    );
  }

  async release({ space, key, token }: HeldClaim): Promise<void> {
    this.#sqlite.write('normal', () =>
      this.#sqlite.run(
        `UPDATE idempotency SET lease_until = 0
         WHERE space = @space AND key = @key AND token = @token AND answer IS NULL`,
        { space, key, token },
      ),
    );
  }

  // Awaited on disk: the refused cancel that is forgotten here must not be answered again.
  async forgetAbout(invoiceId: string): Promise<void> {
    this.#sqlite.write('full', () =>
      this.#sqlite.run('DELETE FROM idempotency WHERE invoice_id = @invoiceId', { invoiceId }),
    );
  }

  #take(request: IdempotencyClaim, claimId: string): HeldClaim {
    const { space, key } = request;
    const token = randomUUID();
    this.#sqlite.run(
      `INSERT INTO idempotency (space, key, request_hash, claim_id, token, lease_until, expires_at)
       VALUES (@space, @key, @requestHash, @claimId, @token, @leaseUntil, @expiresAt)
       ON CONFLICT (space, key) DO UPDATE SET claim_id = excluded.claim_id, token = excluded.token,
         lease_until = excluded.lease_until, request_hash = excluded.request_hash, answer = NULL, invoice_id = NULL,
         expires_at = CASE WHEN idempotency.claim_id = excluded.claim_id THEN idempotency.expires_at
                           ELSE excluded.expires_at END`,
      {
        space,
        key,
        requestHash: request.requestHash,
        claimId,
        token,
        leaseUntil: request.leaseUntil.getTime(),
        expiresAt: ms(request.expiresAt),
      },
    );
    return { space, key, claimId, token };
  }
}
