/** Answers kept under Idempotency-Keys (contract 4.0, decisions "idempotency"). */
export interface IdempotencyStore {
  /**
   * Claims a key for a request. Of two claims at one instant one gets `claimed`, the other `in-progress`. If `leaseUntil` has passed
   * without an answer (the process died), the next caller with the same request takes the claim over with its `claimId` and finds again
   * what the first try made.
   */
  claim(request: IdempotencyClaim): Promise<ClaimResult>;
  /** Keeps the answer under the claim. Does nothing if the claim was taken over. */
  keep(claim: HeldClaim, answer: KeptAnswer): Promise<void>;
  /**
   * For an answer that is not kept: the next caller with the same request takes the claim over with its `claimId`, and finds again what
   * this try may have stored before it failed. Does nothing if the claim was taken over already.
   */
  release(claim: HeldClaim): Promise<void>;
  /** For a malformed request without effect: its key is unused again. Does nothing if the claim was taken over. */
  abandon(claim: HeldClaim): Promise<void>;
  /** Drops kept answers about an invoice (the operator cancelled its dead letter; contract 4.0 point 6). */
  forgetAbout(invoiceId: string): Promise<void>;
}

export interface IdempotencyClaim {
  /** The owner of the keys: `client:<id>` or `operator`. */
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
  /** New with every claim; fences a slow first try. */
  readonly token: string;
}

export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text of the body, plain or sealed. */
  readonly body: string;
  /** The client whose data key seals the body. */
  readonly sealedFor?: string;
  /** The invoice that the answer is about. */
  readonly invoiceId?: string;
}
