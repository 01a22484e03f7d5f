import type { components } from '../../client/client.ts';
import { useAct } from '../app/act.ts';
import { dataOf } from '../app/answer.ts';
import { saveAs } from '../app/download.ts';
import { fileWords, type OfFiles, partOfKind } from '../app/file-kind.ts';
import { entryName } from '../app/file-name.ts';
import { nameOfInvoice } from '../app/invoice-name.ts';
import { service } from '../app/session.ts';
import { language, wordFor, wordsOf } from '../app/words.ts';
import { type ZipEntry, zipOf } from '../app/zip.ts';
import { Button } from './button.tsx';
import { DownloadButton } from './download-button.tsx';
import { Problem } from './notice.tsx';
import { wordOfAnswer } from './states.tsx';
import type Words from '../words/en/common.json';

const say = wordsOf<typeof Words>('common');

interface Props {
  readonly of: OfFiles;
  readonly invoice: Pick<
    components['schemas']['Invoice'],
    'id' | 'invoice_ref' | 'invoice_number' | 'documents'
  >;
}

/** Every file of the invoice, and its page as a PDF. */
export function DocumentFiles({ of, invoice }: Props) {
  const { busy, error, run } = useAct();
  const download = (kind: string): Promise<void> => run(kind, () => downloadFile({ of, invoice }, kind));
  return (
    <>
      <ul class="files">
        {kindsOf(of, invoice).map((kind) => (
          <li key={kind}>
            <FileName kind={kind} of={of} answer={answerIn(invoice, kind)} />
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

interface FileNameProps {
  readonly kind: string;
  readonly of: OfFiles;
  readonly answer: string | undefined;
}

/** Its name, and what tells it from others of that name: the answer in words, else the network's code. */
function FileName({ kind, of, answer }: FileNameProps) {
  const part = answer ? wordOfAnswer(answer) : kind === 'view' ? 'PDF' : partOfKind(kind);
  return (
    <>
      <span>{nameOfKind(kind, of)}</span>
      {part && <span class="quiet">{part}</span>}
    </>
  );
}

/** Every file in one zip, and the proof of what happened to a sent invoice. */
export function DownloadAll(props: Props) {
  const download = async (): Promise<void> => {
    const entries: ZipEntry[] = [];
    const kinds = [...kindsOf(props.of, props.invoice), ...(props.of === 'invoices' ? ['proof'] : [])];
    for (const kind of kinds) {
      const content = await readFile(props, kind);
      const bytes = new Uint8Array(await content.arrayBuffer());
      entries.push({ name: entryName(fileName(props, kind, content)), bytes });
    }
    saveAs(await zipOf(entries, new Date()), `${nameOfInvoice(props.invoice)}.zip`);
  };
  return <DownloadButton onDownload={download}>{say('download-all')}</DownloadButton>;
}

export const nameOfKind = (kind: string, of: OfFiles): string =>
  fileWords(kind, of)
    .map((word) => wordFor('files', word))
    .find((word) => word !== undefined) ?? kind;

export async function downloadFile(props: Props, kind: string): Promise<void> {
  const content = await readFile(props, kind);
  saveAs(content, fileName(props, kind, content));
}

/** Pages are named in the reader's language, files by their kind. */
const fileName = (props: Props, kind: string, content: Blob): string =>
  `${nameOfInvoice(props.invoice)}-${wordFor('files', `name.${kind}`) ?? kind}${endingOf(content)}`;

/** A report has no page to print. */
const answerIn = ({ documents }: Props['invoice'], kind: string): string | undefined =>
  documents.find((document) => document.kind === kind)?.buyer_status;

const kindsOf = (of: Props['of'], { documents }: Props['invoice']): readonly string[] => [
  ...(of === 'reports' ? [] : ['view']),
  ...documents.map(({ kind }) => kind),
];

const PATHS = {
  invoices: '/invoices/{id}/documents/{kind}',
  received: '/received/{id}/documents/{kind}',
  reports: '/reports/{id}/documents/{kind}',
} as const;

async function readFile({ of, invoice: { id } }: Props, kind: string): Promise<Blob> {
  const { api } = service();
  const call =
    kind === 'proof'
      ? api.GET('/invoices/{id}/proof', {
          params: { path: { id }, query: { lang: language.value } },
          headers: { Accept: 'application/pdf' },
          parseAs: 'blob',
        })
      : api.GET(PATHS[of], { params: { path: { id, kind } }, parseAs: 'blob' });
  return (await dataOf<unknown>(call)) as Blob;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/xml': '.xml',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
};

const endingOf = ({ type }: Blob): string => ENDINGS[type.split(';')[0] ?? ''] ?? '';
