import type { KeptRegistration, Registrations } from '../../ports/registrations.ts';
import { text, time } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteRegistrations implements Registrations {
  constructor(private readonly sqlite: Sqlite) {}

  async find(name: string, now: Date): Promise<KeptRegistration | undefined> {
    const row = await this.sqlite.readOne(
      'SELECT registered, known_until FROM registration WHERE name = @name AND known_until > @now',
      { name, now: now.getTime() },
    );
    return row && { registered: text(row, 'registered') as 'yes' | 'no', until: time(row, 'known_until') };
  }

  async keep(name: string, { registered, until }: KeptRegistration, now: Date): Promise<void> {
    await this.sqlite.write(() => {
      this.sqlite.run('DELETE FROM registration WHERE known_until <= @now', { now: now.getTime() });
      this.sqlite.run(
        `INSERT INTO registration (name, registered, known_until) VALUES (@name, @registered, @until)
         ON CONFLICT (name) DO UPDATE SET registered = excluded.registered, known_until = excluded.known_until`,
        { name, registered, until: until.getTime() },
      );
    });
  }
}
