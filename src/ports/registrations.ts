/** Peppol's answers about participants, for as long as they are kept. Every process on the store has the same. */
export interface Registrations {
  /** @returns undefined if no answer is kept under this name at this time. */
  find(name: string, now: Date): Promise<Registration | undefined>;
  /** Replaces the earlier answer under that name. */
  keep(registration: Registration, now: Date): Promise<void>;
}

export interface Registration {
  /** A hash of participant and document type: the store names no person or company. */
  readonly name: string;
  readonly registered: 'yes' | 'no';
  readonly expiresAt: Date;
}
