/** What Peppol said of participants, for as long as it is believed. Every process on the store knows the same. */
export interface Registrations {
  /**
   * @param name a hash of who was asked for and for what: the store names no person or company.
   * @returns undefined when nothing is known any longer.
   */
  known(name: string, now: Date): Promise<KnownRegistration | undefined>;
  /** Instead of what was known under that name. */
  keep(name: string, registration: KnownRegistration, now: Date): Promise<void>;
}

export interface KnownRegistration {
  readonly registered: 'yes' | 'no';
  readonly until: Date;
}
