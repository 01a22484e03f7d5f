import type { SellerParty } from '../../invoice/en16931.ts';

/** Registers of Poland by the shape of their numbers: KRS has ten digits, REGON nine or fourteen. */
const REGISTERS = { KRS: /^\d{10}$/, REGON: /^(?:\d{9}|\d{14})$/ } as const;

/** The element of Rejestry for the seller's number; undefined for another number. */
export function companyIdPlace({ companyId }: SellerParty): keyof typeof REGISTERS | undefined {
  if (companyId === undefined || companyId.scheme !== undefined) return undefined;
  return (Object.keys(REGISTERS) as (keyof typeof REGISTERS)[]).find((name) =>
    REGISTERS[name].test(companyId.id),
  );
}
