/** Peppol's answers about participants, for as long as they are kept. Every process on the store has the same. */
export interface Registrations {
  /**
   * @param name a hash of participant and document type: the store names no person or company.
   * @returns undefined if no answer is kept at this time.
   */
  find(name: string, now: Date): Promise<KeptRegistration | undefined>;
  /** Replaces the earlier answer under that name. */
  keep(name: string, registration: KeptRegistration, now: Date): Promise<void>;
}

export interface KeptRegistration {
  readonly registered: 'yes' | 'no';
  readonly until: Date;
}
