import { randomUUID } from 'node:crypto';
import { LOCAL_CLIENT } from '../../src/domain/access/caller.ts';
import type {
  ClaimResult,
  HeldClaim,
  IdempotencyClaim,
  IdempotencyStore,
  KeptAnswer,
} from '../../src/ports/idempotency-store.ts';
import { removeWhere } from './remove-where.ts';

interface Kept {
  readonly requestHash: string;
  readonly claimId: string;
  readonly token: string;
  readonly leaseUntil: Date;
  readonly expiresAt: Date | null;
  readonly answer?: KeptAnswer;
}

export class FakeIdempotencyStore implements IdempotencyStore {
  private readonly kept = new Map<string, Kept>();

  async claim(request: IdempotencyClaim): Promise<ClaimResult> {
    const { space, key, now } = request;
    const kept = this.kept.get(`${space} ${key}`);
    const known = kept && (kept.expiresAt === null || kept.expiresAt > now) ? kept : undefined;
    if (known && known.requestHash !== request.requestHash) return { outcome: 'conflict' };
    if (known?.answer) return { outcome: 'answered', answer: known.answer };
    if (known && known.leaseUntil > now) return { outcome: 'in-progress' };
    const { requestHash, leaseUntil } = request;
    const claimId = known?.claimId ?? request.claimId;
    const expiresAt = known ? known.expiresAt : request.expiresAt;
    const token = randomUUID();
    this.kept.set(`${space} ${key}`, { requestHash, claimId, token, leaseUntil, expiresAt });
    return { outcome: 'claimed', claim: { space, key, claimId, token } };
  }

  async keep(claim: HeldClaim, answer: KeptAnswer): Promise<void> {
    const kept = this.mine(claim);
    if (kept) this.kept.set(`${claim.space} ${claim.key}`, { ...kept, answer });
  }

  async release(claim: HeldClaim): Promise<void> {
    const kept = this.mine(claim);
    if (kept && !kept.answer)
      this.kept.set(`${claim.space} ${claim.key}`, { ...kept, leaseUntil: new Date(0) });
  }

  async abandon(claim: HeldClaim): Promise<void> {
    const kept = this.mine(claim);
    if (kept && !kept.answer) this.kept.delete(`${claim.space} ${claim.key}`);
  }

  async forgetAbout(invoiceId: string): Promise<void> {
    for (const [key, { answer }] of this.kept) if (answer?.invoiceId === invoiceId) this.kept.delete(key);
  }

  private mine({ space, key, token }: HeldClaim): Kept | undefined {
    const kept = this.kept.get(`${space} ${key}`);
    return kept?.token === token ? kept : undefined;
  }

  removeOf(client: string): number {
    return removeWhere(
      this.kept,
      (name, { answer }) =>
        name.startsWith(`client:${client} `) ||
        (client === LOCAL_CLIENT &&
          (name.startsWith('operator erp:') ||
            (name.startsWith('operator ') && answer?.sealedFor === client))),
    );
  }
}
