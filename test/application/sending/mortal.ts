import type { OpenBatch } from '../../../src/ports/rail/batches.ts';
/** These members change nothing and call no network. */
const AT_ONCE: ReadonlySet<string | symbol> = new Set(['newSubmissionId', 'groupOf']);

/** A process that dies at its nth call, before or after its effect. Later calls have no effect. */
export class Mortal {
  calls = 0;

  constructor(
    readonly diesAt: number,
    private readonly when: 'before' | 'after',
  ) {}

  get isDead(): boolean {
    return this.calls >= this.diesAt;
  }

  wrap<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'batches' && member) return this.wrap(member);
        if (typeof member !== 'function') return member;
        if (AT_ONCE.has(name)) return member.bind(target) as unknown;
        return async (...values: unknown[]): Promise<unknown> => {
          this.calls += 1;
          if (this.calls > this.diesAt || (this.calls === this.diesAt && this.when === 'before'))
            throw new Error('killed');
          const result: unknown = await Reflect.apply(member, target, values);
          if (this.calls === this.diesAt) throw new Error('killed');
          return isBatch(result) ? this.wrap(result) : result;
        };
      },
    });
  }
}

const isBatch = (result: unknown): result is OpenBatch =>
  typeof result === 'object' && result !== null && typeof (result as OpenBatch).send === 'function';
