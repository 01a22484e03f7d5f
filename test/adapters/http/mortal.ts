import { World } from './world.ts';

/** The moment of a death: the nth call to a store, before or after its effect. */
export interface Death {
  readonly call: number;
  readonly when: 'before' | 'after';
}

/** A process on the stores of another world that dies once. Later calls have no effect. */
export class MortalWorld extends World {
  calls = 0;
  private dead = false;

  constructor(
    survivor: World,
    private readonly death: Death,
  ) {
    super();
    for (const name of ['clock', 'ids', 'telemetry'] as const) this.put(name, survivor[name]);
    for (const name of ['audit', 'invoices', 'content', 'idempotency', 'keys', 'counters', 'jobs'] as const)
      this.put(name, this.mortal(survivor[name]));
  }

  private put(name: keyof World, value: unknown): void {
    Object.defineProperty(this, name, { value });
  }

  private mortal<T extends object>(store: T): T {
    return new Proxy(store, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...given: unknown[]): Promise<unknown> => {
          // Some calls run at the same time.
          const call = (this.calls += 1);
          this.die(call, 'before');
          const result: unknown = await method.apply(target, given);
          this.die(call, 'after');
          return result;
        };
      },
    });
  }

  private die(call: number, when: Death['when']): void {
    if (this.dead || (call === this.death.call && when === this.death.when)) {
      this.dead = true;
      throw new Error('the process died');
    }
  }
}
