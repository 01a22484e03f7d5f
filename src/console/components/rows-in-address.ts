import { addressOfRecord } from '../app/record-address.ts';
import { changeQuery, navigate, query } from '../app/router.ts';

/** Rows of a table that have pages of their own: the row that is selected is in the address, and one that is opened shows its page. */
export const rowsInAddress = () => ({
  idOf: ({ id }: { readonly id: string }): string => id,
  selected: query.value.get('sel') ?? undefined,
  onSelect: ({ id }: { readonly id: string }): void => changeQuery({ sel: id }, { replace: true }),
  onOpen: ({ id }: { readonly id: string }): void => navigate(addressOfRecord(id)),
});
