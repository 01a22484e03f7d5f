import type { KnownRegistration, Registrations } from '../../src/ports/registrations.ts';

export class FakeRegistrations implements Registrations {
  private readonly registrations = new Map<string, KnownRegistration>();

  async known(name: string, now: Date): Promise<KnownRegistration | undefined> {
    const known = this.registrations.get(name);
    return known && known.until > now ? known : undefined;
  }

  async keep(name: string, registration: KnownRegistration): Promise<void> {
    this.registrations.set(name, registration);
  }
}
