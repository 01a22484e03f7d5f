/** Peppol's answers about participants, for as long as they are kept. Every process on the store has the same. */
export interface Registrations {
  /**
   * @param name a hash of participant and document type: the store names no person or company.
   * @returns undefined if no answer is kept at this time.
   */
  known(name: string, now: Date): Promise<KnownRegistration | undefined>;
  /** Replaces the earlier answer under that name. */
  keep(name: string, registration: KnownRegistration, now: Date): Promise<void>;
}

export interface KnownRegistration {
  readonly registered: 'yes' | 'no';
  readonly until: Date;
}
