/** Answers kept under Idempotency-Keys (contract 4.0, decisions "idempotency"). */
export interface IdempotencyStore {
  /**
   * Claims a key for a request. One of two claims at one instant gets `claimed`, the other `in-progress`.
   * A claim whose `leaseUntil` has passed without an answer (its process died) is taken over by the next caller with the
   * same request and keeps its `claimId`, so that what the first try made is found again.
   */
  claim(request: IdempotencyClaim): Promise<ClaimResult>;
  /** Keeps the answer under the claim. Nothing happens when the claim was taken over. */
  keep(claim: HeldClaim, answer: KeptAnswer): Promise<void>;
  /**
   * The answer is one that is not kept: from now on the next caller with the same request takes the claim over and keeps its
   * `claimId`, so that what this try may have stored before it failed is found again. Nothing happens when the claim was
   * taken over already.
   */
  release(claim: HeldClaim): Promise<void>;
  /**
   * The request turned out malformed and had no effect: its key is as unused as before. Nothing happens when the claim was
   * taken over.
   */
  abandon(claim: HeldClaim): Promise<void>;
  /** Drops kept answers about an invoice (the operator cancelled its dead letter; contract 4.0 point 6). */
  forgetAbout(invoiceId: string): Promise<void>;
}

export interface IdempotencyClaim {
  /** Whose keys: `client:<id>` or `operator`. */
  readonly space: string;
  readonly key: string;
  /** SHA-256 over method, path, query and body bytes (64 hex). */
  readonly requestHash: string;
  /** Proposed id of a new claim, unique. */
  readonly claimId: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  /** When the key may be used again; null for keys without a window. */
  readonly expiresAt: Date | null;
}

export type ClaimResult =
  | { readonly outcome: 'claimed'; readonly claim: HeldClaim }
  | { readonly outcome: 'answered'; readonly answer: KeptAnswer }
  | { readonly outcome: 'in-progress' }
  | { readonly outcome: 'conflict' };

export interface HeldClaim {
  readonly space: string;
  readonly key: string;
  readonly claimId: string;
  /** New with every taking; fences a slow first try. */
  readonly token: string;
}

export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body's exact text, or that text sealed. */
  readonly body: string;
  /** Whose data key the body is sealed under. */
  readonly sealedFor?: string;
  /** The invoice that the answer is about. */
  readonly invoiceId?: string;
}
