import type { KeptRegistration, Registrations } from '../../ports/registrations.ts';
import type { Mongo } from './mongo.ts';

/** The server removes expired rows some time later. */
export class MongoRegistrations implements Registrations {
  constructor(private readonly mongo: Mongo) {}

  async find(name: string, now: Date): Promise<KeptRegistration | undefined> {
    const found = await this.mongo.registrations.findOne({ _id: name, expiresAt: { $gt: now } });
    return found ? { registered: found.registered, until: found.expiresAt } : undefined;
  }

  async keep(name: string, { registered, until }: KeptRegistration): Promise<void> {
    const change = { $set: { registered, expiresAt: until } };
    await this.mongo.registrations.updateOne({ _id: name }, change, { upsert: true });
  }
}
