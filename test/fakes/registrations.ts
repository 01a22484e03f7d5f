import type { KeptRegistration, Registrations } from '../../src/ports/registrations.ts';

export class FakeRegistrations implements Registrations {
  private readonly registrations = new Map<string, KeptRegistration>();

  async find(name: string, now: Date): Promise<KeptRegistration | undefined> {
    const known = this.registrations.get(name);
    return known && known.until > now ? known : undefined;
  }

  async keep(name: string, registration: KeptRegistration): Promise<void> {
    this.registrations.set(name, registration);
  }
}
