import type { components } from '../../client/client.ts';
import { useAct } from '../app/act.ts';
import { Button } from './button.tsx';
import { downloadFile } from './document-files.tsx';
import { Problem } from './notice.tsx';

interface Props {
  readonly invoice: components['schemas']['Invoice'];
  readonly kind: 'primary' | 'plain';
  readonly name: string;
  readonly onFetched: () => void;
}

/** Of an invoice that the sender hands over: its download is what the service counts. */
export function FetchDocument({ invoice, kind, name, onFetched }: Props) {
  const { busy, error, run } = useAct();
  const built = builtOf(invoice);
  if (!built) return null;
  const fetch = (): Promise<void> =>
    run('fetch', async () => {
      await downloadFile({ of: 'invoices', invoice }, built.kind);
      onFetched();
    });
  return (
    <>
      <Button kind={kind} icon="download" isBusy={busy === 'fetch'} onClick={() => void fetch()}>
        {name}
      </Button>
      {error ? <Problem error={error} /> : null}
    </>
  );
}

/** The document that the buyer gets; undefined before it is built. */
export const builtOf = ({ documents, document_sha256: sha256 }: Props['invoice']) =>
  documents.find((document) => document.sha256 === sha256);
