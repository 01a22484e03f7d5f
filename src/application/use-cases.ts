import * as list from './use-case-list.ts';

type List = typeof list;

export type UseCases = {
  readonly [Name in keyof List as Uncapitalize<Name>]: InstanceType<List[Name]>;
};

/** What has the members of all of them. */
type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What the use cases need beside each other, as their constructors say it. */
export type ApiPorts = Omit<AllOf<ConstructorParameters<List[keyof List]>[0]>, keyof UseCases>;

/** By name. One that needs something else in the place of another use case is refused by the compiler. */
export const USE_CASES: {
  readonly [Name in keyof List]: new (ports: ApiPorts & UseCases) => InstanceType<List[Name]>;
} = list;
