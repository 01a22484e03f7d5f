import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Answer, Call } from '../network.ts';
import { element, general, header, SPACES, tell } from './answers.ts';
import { type Bearer, mayActFor, type Shape } from './authorization.ts';
import { A_DAY, type Limits } from './limits.ts';
import type { Seal } from './seal.ts';
import { TEXTS } from './texts.ts';
import { indexOf, type System, type Upload, type Uploads } from './uploads.ts';

interface DownloadBackend {
  readonly uploads: Uploads;
  readonly limits: Limits;
  readonly seal: Seal;
}

const fail = (message: string): Answer => tell('Descarcare mesaj', message);

/** `descarcare`: the accepted invoice or its errors, with the Ministry's signature. */
export async function download(
  { uploads, limits, seal }: DownloadBackend,
  system: System,
  bearer: Bearer,
  { query }: Call,
): Promise<Answer> {
  const id = query.get('id');
  if (!id) return general(400, TEXTS.id);
  if (!/^\d+$/.test(id)) return fail(TEXTS.idNotANumber(id));
  const upload = uploads.behind(system, id);
  if (!upload) return fail(TEXTS.noSuchDownload(id));
  if (![upload.cif, upload.sellerCif, upload.buyerCif].some((cif) => mayActFor(bearer, cif)))
    return fail(TEXTS.notYours);
  if (limits.spend('download', id)) return fail(TEXTS.tooManyDownloads(A_DAY.download));
  const index = indexOf(upload);
  const content = upload.stare === 'ok' ? uploads.bytesOf(upload) : Buffer.from(errorList(upload));
  const zip = new ZipFile();
  const add = {
    file: () => zip.addBuffer(content, `${index}.xml`),
    signature: () => zip.addBuffer(seal.over(content, bearer.shape), `semnatura_${index}.xml`),
  };
  for (const entry of ENTRIES[bearer.shape] ?? USUAL) add[entry]();
  zip.end();
  return {
    status: 200,
    headers: { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${id}.zip"` },
    body: await buffer(zip.outputStream),
  };
}

const USUAL = ['file', 'signature'] as const;
const ENTRIES: Readonly<Partial<Record<Shape, readonly ('file' | 'signature')[]>>> = {
  'signature first': ['signature', 'file'],
  'no signature': ['file'],
};

const errorList = (upload: Upload): string =>
  header(
    SPACES.errors,
    { Index_incarcare: indexOf(upload), Cif_emitent: upload.sellerCif || upload.cif },
    upload.errors.map((errorMessage) => element('Error', { errorMessage })),
  );
