import { type ApiPorts, USE_CASES, type UseCases } from '../application/use-cases.ts';

/** A member that is made when it is first read: two that name each other can be made in any order. */
export function lazily(of: object, name: string, make: () => unknown): void {
  Object.defineProperty(of, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      const value = make();
      Object.defineProperty(of, name, { value, enumerable: true });
      return value;
    },
  });
}

/** Adds the use cases, which take the ports and each other by name. */
export function addUseCases<Ports extends ApiPorts>(ports: Ports): Ports & UseCases {
  const wiring = ports as Ports & UseCases;
  for (const [name, UseCase] of Object.entries(USE_CASES))
    lazily(wiring, `${name[0]!.toLowerCase()}${name.slice(1)}`, () => new UseCase(wiring));
  return wiring;
}
