import type { KnownRegistration, Registrations } from '../../src/ports/registrations.ts';

export class FakeRegistrations implements Registrations {
  readonly #known = new Map<string, KnownRegistration>();

  async known(name: string, now: Date): Promise<'yes' | 'no' | undefined> {
    const known = this.#known.get(name);
    return known && known.until > now ? known.registered : undefined;
  }

  async keep(name: string, registration: KnownRegistration): Promise<void> {
    this.#known.set(name, registration);
  }
}
