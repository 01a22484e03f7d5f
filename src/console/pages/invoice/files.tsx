import { useState } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { saveAs } from '../../app/download.ts';
import { service } from '../../app/session.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/invoice.json';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];

/** Every file of the invoice, and its page as a PDF. */
export function Files({ invoice }: { readonly invoice: Invoice }) {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  const download = async (kind: string): Promise<void> => {
    setBusy(kind);
    setError(undefined);
    try {
      await downloadFile(invoice, kind);
    } catch (failed) {
      setError(failed);
    }
    setBusy(undefined);
  };
  return (
    <>
      <ul class="files">
        {['view', ...invoice.documents.map(({ kind }) => kind)].map((kind) => (
          <li key={kind}>
            <span>{nameOf(kind)}</span>
            <code class="quiet">{kind === 'view' ? 'pdf' : kind}</code>
            <Button size="small" icon="download" isBusy={busy === kind} onClick={() => void download(kind)}>
              {say('download')}
            </Button>
          </li>
        ))}
      </ul>
      {error ? <Problem error={error} /> : null}
    </>
  );
}

const nameOf = (kind: string): string =>
  wordFor('invoice', `file.${kind.replace(/^(invoice-response|fr-lifecycle).*/, '$1')}`) ?? kind;

async function downloadFile({ id, invoice_ref: reference }: Invoice, kind: string): Promise<void> {
  const params = { path: { id, kind } };
  const call =
    kind === 'view'
      ? service().api.GET('/invoices/{id}/documents/view', { params: { path: { id } }, parseAs: 'blob' })
      : service().api.GET('/invoices/{id}/documents/{kind}', { params, parseAs: 'blob' });
  const file = (await dataOf<unknown>(call)) as Blob;
  saveAs(file, `${reference}-${kind}${endingOf(file)}`.replaceAll(/[/\\]/g, '-'));
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/xml': '.xml',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
};

const endingOf = ({ type }: Blob): string => ENDINGS[type.split(';')[0] ?? ''] ?? '';
