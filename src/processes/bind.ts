import type { Container, ServiceIdentifier } from 'inversify';

type Tokens = Readonly<Record<string, ServiceIdentifier<unknown>>>;

/** The values of tokens, under the same names. */
export type Behind<T extends Tokens> = {
  readonly [Name in keyof T]: T[Name] extends ServiceIdentifier<infer Value> ? Value : never;
};

/** Binds the result of `make` to a token; dependencies are named, since inversify's own factories take them by position. */
export function bind<Value, T extends Tokens>(
  container: Container,
  to: ServiceIdentifier<Value>,
  from: T,
  make: (dependencies: Behind<T>) => Value,
): void {
  const names = Object.keys(from);
  container
    .bind(to)
    .toResolvedValue(
      (...values: unknown[]) =>
        make(Object.fromEntries(names.map((name, at) => [name, values[at]])) as Behind<T>),
      Object.values(from),
    );
}
