import { useEntry } from '../../app/catalogue.ts';
import { isOperator, ownKey } from '../../app/session.ts';
import { Owner } from '../../components/owner.tsx';
import { openRowsOfInvoice } from './count.ts';
import { isForReader, rowForReader } from './groups.ts';

/** What holds an invoice up for the reader, in the words of the catalogue; if that is another's, also who acts. */
export function Reason({ id }: { readonly id: string }) {
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const row = rowForReader(openRowsOfInvoice.value.get(id) ?? [], operates);
  const entry = useEntry(row?.catalogue_code);
  if (!row || !entry) return null;
  return (
    <>
      <p class="meta reason">{entry.title}</p>
      {!isForReader(row, operates) && (
        <p class="meta">
          <Owner owner={row.who_acts} senderCanFix={row.sender_can_fix} />
        </p>
      )}
    </>
  );
}
