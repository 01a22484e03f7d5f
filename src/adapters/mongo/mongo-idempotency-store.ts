import { randomUUID } from 'node:crypto';
import type {
  ClaimResult,
  HeldClaim,
  IdempotencyClaim,
  IdempotencyStore,
  KeptAnswer,
} from '../../ports/idempotency-store.ts';
import type { IdempotencyDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { findIntakeAnswer, ROW_ONLY, rowOf, rowsAbout } from './intake-answers.ts';
import { type Mongo, untilSettled } from './mongo.ts';

const UNANSWERED = { answer: { $exists: false } };

export class MongoIdempotencyStore implements IdempotencyStore {
  constructor(private readonly mongo: Mongo) {}

  async claim(request: IdempotencyClaim): Promise<ClaimResult> {
    return untilSettled(() => this.tryClaim(request));
  }

  async keep(claim: HeldClaim, answer: KeptAnswer): Promise<void> {
    const { invoiceId } = answer;
    await this.mongo.idempotency.updateOne(
      { _id: rowOf(claim), token: claim.token },
      { $set: { answer, ...(invoiceId !== undefined && { invoiceId }) } },
    );
  }

  async release(claim: HeldClaim): Promise<void> {
    await this.mongo.idempotency.updateOne(
      { _id: rowOf(claim), token: claim.token, ...UNANSWERED },
      { $set: { leaseUntil: new Date(0) } },
    );
  }

  async abandon(claim: HeldClaim): Promise<void> {
    await this.mongo.idempotency.deleteOne({ _id: rowOf(claim), token: claim.token, ...UNANSWERED });
  }

  async forgetAbout(invoiceId: string): Promise<void> {
    const { invoices, idempotency } = this.mongo;
    const invoice = await invoices.findOne({ _id: invoiceId }, { projection: ROW_ONLY });
    await idempotency.deleteMany(rowsAbout([invoice ?? { _id: invoiceId }]));
  }

  private async tryClaim(request: IdempotencyClaim): Promise<ClaimResult | 'again'> {
    const fresh = newClaim(request);
    if (await isFirst(this.mongo.idempotency.insertOne(fresh))) return claim(request, fresh);
    const row = await this.mongo.idempotency.findOne({ _id: fresh._id });
    if (!row) return 'again';
    // The server removes expired keys once a minute, by real time.
    if (row.expiresAt && row.expiresAt <= request.now) return this.replace(row, fresh, request);
    if (row.requestHash !== request.requestHash) return { outcome: 'conflict' };
    const answer = row.answer ?? (await findIntakeAnswer(this.mongo, row));
    if (answer) return { outcome: 'answered', answer };
    if (row.leaseUntil > request.now) return { outcome: 'in-progress' };
    const { _id, requestHash, claimId, expiresAt } = row;
    const { token, leaseUntil } = fresh;
    return this.replace(row, { _id, requestHash, claimId, expiresAt, token, leaseUntil }, request);
  }

  /** Only the version that was read is replaced: the first try may have answered, or another caller may have been faster. */
  private async replace(
    { _id, token, leaseUntil, answer }: IdempotencyDocument,
    by: IdempotencyDocument,
    request: IdempotencyClaim,
  ): Promise<ClaimResult | 'again'> {
    const unchanged = { _id, token, leaseUntil, ...(!answer && UNANSWERED) };
    const { matchedCount } = await this.mongo.idempotency.replaceOne(unchanged, by);
    return matchedCount === 1 ? claim(request, by) : 'again';
  }
}

const newClaim = (request: IdempotencyClaim): IdempotencyDocument => ({
  _id: rowOf(request),
  requestHash: request.requestHash,
  claimId: request.claimId,
  token: randomUUID(),
  leaseUntil: request.leaseUntil,
  expiresAt: request.expiresAt,
});

const claim = ({ space, key }: IdempotencyClaim, { claimId, token }: IdempotencyDocument): ClaimResult => ({
  outcome: 'claimed',
  claim: { space, key, claimId, token },
});
