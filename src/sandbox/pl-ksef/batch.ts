import { setImmediate as turn } from 'node:timers/promises';
import type { Answer, Call } from '../network.ts';
import { reply } from './answers.ts';
import { type ArchivedFile, filesIn, MAX_FILES } from './archives.ts';
import type { Bearer } from './bearers.ts';
import { bodyOf, type Members } from './bodies.ts';
import { check, type Checked } from './checks.ts';
import { endingOf } from './endings.ts';
import { decrypt, sha256 } from './keys.ts';
import type { Links } from './links.ts';
import { optionsOf } from './options.ts';
import { refuse } from './errors.ts';
import { type Form, formIn } from './forms.ts';
import { ROUTE } from './route.ts';
import { keyIn, type SendingBackend } from './sending.ts';
import type { Batch, BatchPart, Session, SessionCode } from './sessions.ts';

interface BatchBackend extends SendingBackend {
  readonly links: Links;
}

const MAX_PARTS = 50;
const LARGEST_PART = 100_000_000;

/** `POST /sessions/batch` */
export function openBatch(
  { keys, sessions, links, state }: BatchBackend,
  bearer: Bearer,
  call: Call,
): Answer {
  const body = bodyOf(call);
  const form = formIn(body.members('formCode'));
  const batch = batchIn(body, optionsOf(state).batch_upload_seconds * 1000);
  const { key, vector } = keyIn(keys, body.members('encryption'));
  const { reference } = sessions.open(bearer, { form, key, vector }, batch);
  const lifeMs = batch.uploadUntil - Date.now();
  return reply(201, {
    referenceNumber: reference,
    partUploadRequests: batch.parts.map(({ ordinal }) => ({
      ordinalNumber: ordinal,
      method: 'PUT',
      url: links.to(`/storage/batch-parts/${reference}/${ordinal}`, lifeMs).url,
      headers: { 'x-ms-blob-type': 'BlockBlob' },
    })),
  });
}

function batchIn(body: Members, uploadMs: number): Batch {
  const file = body.members('batchFile');
  if ((file.optionalText('compressionType') ?? 'Zip') !== 'Zip')
    throw refuse(21405, 'Wskazany typ kompresji nie jest wspierany.');
  const parts = file.list('fileParts').map((part): BatchPart => ({
    ordinal: part.whole('ordinalNumber'),
    size: part.whole('fileSize'),
    hash: part.base64('fileHash', 32).toString('base64'),
  }));
  if (parts.length === 0) throw refuse(21405, "'batchFile.fileParts' jest wymagane.");
  if (parts.length > MAX_PARTS) throw refuse(21161, `Liczba części przekracza ${MAX_PARTS}.`);
  const large = parts.find(({ size }) => size > LARGEST_PART + 16);
  if (large) throw refuse(21157, `Rozmiar części ${large.ordinal} przekroczył dozwolony rozmiar 100MB.`);
  return {
    offline: body.optionalFlag('offlineMode') ?? false,
    size: file.whole('fileSize'),
    hash: file.base64('fileHash', 32).toString('base64'),
    parts: parts.toSorted((one, other) => one.ordinal - other.ordinal),
    uploadUntil: Date.now() + uploadMs * parts.length,
  };
}

/** `PUT` to the address of a part, which is itself the permission. */
export function uploadPart({ sessions, links, state }: BatchBackend, call: Call): Answer {
  const { session: reference = '', ordinal = '' } = call.params;
  const error = links.error(`/storage/batch-parts/${reference}/${ordinal}`, call);
  const session = sessions.find(reference);
  if (error || !session) return error ?? { status: 404 };
  if (sessions.codeOf(session) !== 100) return { status: 403 };
  if (call.headers['x-ms-blob-type'] !== 'BlockBlob') return { status: 400 };
  state.keep(ROUTE, `parts ${reference}`, ordinal, call.body.toString('base64'));
  return { status: 201 };
}

/** `POST /sessions/batch/{referenceNumber}/close`: the uploaded parts are processed. */
export async function closeBatch(backend: BatchBackend, bearer: Bearer, { params }: Call): Promise<Answer> {
  const session = backend.sessions.require(params['referenceNumber'] ?? '', bearer, 'Batch');
  const { batch } = session;
  if (batch === undefined) throw notNow(backend, session);
  if (session.closedAt === undefined && batch.uploadUntil <= Date.now())
    throw refuse(21208, 'Sesja anulowana, przekroczony czas wysyłki.');
  if (backend.sessions.codeOf(session) !== 100) throw notNow(backend, session);
  const opened = await opening(session, uploadedParts(backend, session, batch), batch);
  const taken = await checkedFiles(backend, bearer, session.form, opened.files);
  backend.intake.together(() => {
    // Another call has closed it meanwhile.
    if (backend.sessions.require(session.reference, bearer).closedAt !== undefined)
      throw notNow(backend, session);
    backend.sessions.close(session, opened.broken);
    for (const each of taken) takeIn(backend, session, batch, each);
  });
  return { status: 204 };
}

function notNow({ sessions }: BatchBackend, session: Session): Error {
  return refuse(21180, `Status sesji ${sessions.codeOf(session)} uniemożliwia jej zamknięcie.`);
}

/** @throws KsefRefused if a part is missing, or has another size. */
function uploadedParts({ state }: BatchBackend, { reference }: Session, { parts }: Batch): readonly Buffer[] {
  return parts.map(({ ordinal, size }) => {
    const content = state.findKept<string>(ROUTE, `parts ${reference}`, String(ordinal));
    if (content === undefined) throw refuse(21205, `Nie przesłano zadeklarowanej '${ordinal}' części pliku.`);
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length !== size)
      throw refuse(21157, `Zadeklarowany rozmiar części '${ordinal}' nie zgadza się z rzeczywistym.`);
    return bytes;
  });
}

/** The content of an archive, or the code with which its session ends. */
interface Opened {
  readonly files: readonly ArchivedFile[];
  readonly broken?: SessionCode;
}

async function opening(
  { key, initializationVector }: Session,
  uploaded: readonly Buffer[],
  { parts, size, hash }: Batch,
): Promise<Opened> {
  if (uploaded.some((part, n) => sha256(part) !== parts[n]?.hash)) return fail(405);
  if (key === undefined) return fail(415);
  const vector = Buffer.from(initializationVector, 'base64');
  const plain = uploaded.flatMap((part) => decrypt(part, Buffer.from(key, 'base64'), vector) ?? []);
  if (plain.length < parts.length) return fail(435);
  const archive = Buffer.concat(plain);
  if (archive.length !== size || sha256(archive) !== hash) return fail(405);
  try {
    const files = await filesIn(archive);
    return files.length > MAX_FILES ? fail(420) : { files };
  } catch {
    return fail(430);
  }
}

const fail = (code: SessionCode): Opened => ({ files: [], broken: code });

interface CheckedFile extends ArchivedFile {
  readonly hash: string;
  readonly checked: Checked;
}

async function checkedFiles(
  backend: BatchBackend,
  bearer: Bearer,
  form: Form | undefined,
  files: readonly ArchivedFile[],
): Promise<readonly CheckedFile[]> {
  const taken: CheckedFile[] = [];
  for (const file of files) {
    const hash = sha256(file.bytes);
    const announced = { hash, size: file.bytes.length, isInBatch: true, form };
    const checked = check(backend, file.bytes, announced, bearer);
    taken.push({ ...file, hash, checked });
    // Lets other calls run in between.
    await turn();
  }
  return taken;
}

function takeIn({ intake }: BatchBackend, session: Session, batch: Batch, file: CheckedFile): void {
  const { name, bytes, hash, checked } = file;
  const { parts, wrong } = checked;
  const arriving = { session, hash, fileName: name, offline: batch.offline };
  // Only the outcome of the ending counts: in a batch there is no call per invoice.
  const { ends, extraSteps = 0 } = parts ? endingOf(parts.number, intake.count(parts)) : {};
  const ending = { extraSteps, ...(ends && { ends }) };
  if (wrong || !parts) intake.refuse(arriving, wrong ?? { code: 430 }, parts, ending);
  else intake.takeOne({ ...arriving, bytes, parts }, ending);
}
