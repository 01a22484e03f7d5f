import type { En16931Invoice } from '../invoice/en16931.ts';
import type { AddressedParty, Addressing } from '../vocabulary/addressing.ts';
import { singleSpaced } from '../vocabulary/text.ts';
import type { Partly } from '../invoice/partly.ts';

/** Terms that state the sender, the receiver and the kind of a document. */
export const ADDRESS_TERMS = [
  ...['BT-3', 'BT-5', 'BT-10', 'BT-23', 'BT-112'],
  ...['BT-27', 'BT-29', 'BT-29-1', 'BT-30', 'BT-30-1', 'BT-31', 'BT-32', 'BT-34', 'BT-34-1', 'BT-40'],
  ...['BT-44', 'BT-46', 'BT-46-1', 'BT-47', 'BT-47-1', 'BT-48', 'BT-49', 'BT-49-1', 'BT-55'],
] as const;

/** @param expandedRoot `{namespace}local`. */
export function addressingOf(expandedRoot: string, invoice: Partly<En16931Invoice>): Addressing {
  const [, namespace = '', root = expandedRoot] = /^\{(.*)\}([^}]*)$/.exec(expandedRoot) ?? [];
  const { seller, buyer, buyerReference, typeCode, process } = invoice;
  return {
    namespace,
    root,
    typeCode: give(typeCode),
    process: give(process),
    ...named('buyerReference', buyerReference),
    seller: party(seller, [
      ...(seller?.ids ?? []).map((one) => one?.id),
      seller?.companyId?.id,
      seller?.vatId,
      seller?.taxNumber,
    ]),
    buyer: party(buyer, [buyer?.id?.id, buyer?.companyId?.id, buyer?.vatId]),
    ...totalOf(invoice),
  };
}

function totalOf({ currency, totals }: Partly<En16931Invoice>): Pick<Addressing, 'total'> {
  const code = give(currency);
  const withVat = totals?.withVat;
  return code === null || withVat === undefined
    ? {}
    : { total: { amount: withVat.toFixed(), currency: code } };
}

type SomeParty = Partly<En16931Invoice['seller']> | Partly<En16931Invoice['buyer']> | undefined;

/** A file may repeat a party's identifiers without end; no real party has this many. */
const MAX_IDS = 20;

function party(read: SomeParty, ids: readonly (string | undefined)[]): AddressedParty {
  const id = give(read?.endpoint?.id);
  const scheme = give(read?.endpoint?.scheme);
  const listed = ids.map(give).filter((one) => one !== null);
  return {
    country: give(read?.address?.country),
    endpoint: id !== null && scheme !== null ? { id, scheme } : null,
    ids: [...new Set(listed)].slice(0, MAX_IDS),
    ...named('name', read?.name),
    ...named('vatId', read?.vatId),
    ...named('taxNumber', read !== undefined && 'taxNumber' in read ? read.taxNumber : undefined),
  };
}

function named<K extends string>(name: K, text: string | undefined): { readonly [N in K]?: string } {
  const value = give(text);
  return (value === null ? {} : { [name]: value }) as { readonly [N in K]?: string };
}

const give = (text: string | undefined): string | null => singleSpaced(text ?? '') || null;
