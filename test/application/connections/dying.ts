import type { Mortal } from './world.ts';

/** Dies at one of its calls to stores and network: those after it are not made. */
export function dying(diesAt: number, when: 'before' | 'after') {
  let calls = 0;
  const mortal = { last: '', wrap: ((port) => port) as Mortal };
  mortal.wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (of, name) => {
        const method: unknown = Reflect.get(of, name);
        if (typeof method !== 'function') return method;
        return async (...given: unknown[]) => {
          calls += 1;
          if (calls === diesAt) mortal.last = String(name);
          if (calls === diesAt && when === 'before') throw new Error('killed');
          if (calls > diesAt) throw new Error('dead');
          const result: unknown = await method.apply(of, given);
          if (calls === diesAt) throw new Error('killed');
          return result;
        };
      },
    });
  return mortal;
}
