import { createCipheriv } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Answer, Call } from '../network.ts';
import type { Pace } from '../pace.ts';
import type { State } from '../state.ts';
import { reply } from './answers.ts';
import type { ArchivedFile } from './archives.ts';
import type { Bearer } from './bearers.ts';
import { bodyOf } from './bodies.ts';
import { type Keys, sha256 } from './keys.ts';
import type { Links } from './links.ts';
import { findInvoices, metadataOf, type MetadataBackend, type Range } from './metadata.ts';
import { optionsOf } from './options.ts';
import { newReference } from './references.ts';
import { KsefError, refuse, refuseGone } from './errors.ts';
import type { Held, Repository } from './repository.ts';
import { ROUTE } from './route.ts';
import { keyIn } from './sending.ts';
import { tarGz } from './tar.ts';
import { instant } from './warsaw.ts';

interface ExportBackend extends MetadataBackend {
  readonly state: State;
  readonly pace: Pace;
  readonly keys: Keys;
  readonly links: Links;
}

const STATUSES = {
  100: 'Eksport faktur w toku',
  200: 'Eksport faktur zakończony sukcesem',
  210: 'Eksport faktur wygasł i nie jest już dostępny do pobrania',
  415: 'Błąd odszyfrowania dostarczonego klucza',
  420: 'Zakres filtrowania wykracza poza dostępny zakres danych',
} as const;

const COMPRESSIONS = { Zip: 'zip', TarGz: 'tar.gz' } as const;
type Compression = keyof typeof COMPRESSIONS;

/** An export, whose result is decided at its start and shown when it is due. */
interface Export {
  readonly reference: string;
  readonly nip: string;
  readonly endsAt: number;
  readonly expiresAt: number;
  readonly code: 200 | 415 | 420;
  readonly compression: Compression;
  readonly package?: {
    readonly count: number;
    readonly size: number;
    readonly parts: readonly Part[];
    readonly isTruncated: boolean;
    readonly last?: string;
    readonly complete?: string;
  };
}

interface Part {
  readonly size: number;
  readonly hash: string;
  readonly encryptedSize: number;
  readonly encryptedHash: string;
}

const MAX_AT_ONCE = 10;
/** Of the packed files. */
const MAX_PACKAGE_BYTES = 1_000_000_000;
const STATUS_LIFE_MS = 7 * 24 * 3_600_000;

const exportIn = (state: State, reference: string): Export | undefined =>
  state.findKept<Export>(ROUTE, 'export', reference);

/** `POST /invoices/exports` */
export async function startExport(backend: ExportBackend, { nip }: Bearer, call: Call): Promise<Answer> {
  const { state, keys, pace } = backend;
  const body = bodyOf(call);
  const { key, vector } = keyIn(keys, body.members('encryption'));
  const compression = compressionIn(body.optionalText('compressionType'));
  const isRunning = (one: Export): boolean => one.nip === nip && one.endsAt > Date.now();
  if (state.allKept<Export>(ROUTE, 'export').filter(isRunning).length >= MAX_AT_ONCE)
    throw refuse(
      21182,
      `Dla uwierzytelnionego podmiotu w bieżącym kontekście osiągnięto maksymalny limit ${MAX_AT_ONCE} równoczesnych eksportów faktur. Spróbuj ponownie później.`,
    );
  const reference = newReference('export');
  const endsAt = pace.dueIn(1);
  const expiresAt = endsAt + optionsOf(state).export_seconds * 1000;
  const begun = { reference, nip, endsAt, expiresAt, compression };
  const invoices = findOrTooLate(backend, body.members('filters'), nip);
  if (!key || !invoices) state.keep(ROUTE, 'export', reference, { ...begun, code: key ? 420 : 415 });
  else {
    const onlyMetadata = body.optionalFlag('onlyMetadata') ?? false;
    const packed = await pack(backend, invoices, { compression, onlyMetadata, endsAt });
    const parts = splitAndEncrypt(packed.archive, optionsOf(state).export_part_bytes, key, vector);
    state.transaction(() => {
      for (const [n, { bytes }] of parts.entries())
        state.keep(ROUTE, `export ${reference}`, String(n + 1), bytes.toString('base64'));
      const { archive, ...facts } = packed;
      const listed = { ...facts, size: archive.length, parts: parts.map(({ part }) => part) };
      state.keep(ROUTE, 'export', reference, { ...begun, code: 200, package: listed } satisfies Export);
    });
  }
  return reply(201, { referenceNumber: reference });
}

function compressionIn(compression = 'Zip'): Compression {
  if (compression === 'Zip' || compression === 'TarGz') return compression;
  throw refuse(21405, 'Wskazany typ kompresji nie jest wspierany.');
}

interface Found {
  readonly range: Range;
  readonly invoices: readonly Held[];
  readonly complete: number;
}

/** @returns undefined for a range that begins after the data that are complete: an export refuses it in its status only. */
function findOrTooLate(
  { repository, completeUntil }: ExportBackend,
  filters: Parameters<typeof findInvoices>[1],
  nip: string,
): Found | undefined {
  const complete = completeUntil();
  try {
    return { ...findInvoices(repository, filters, { nip, complete }), complete };
  } catch (error) {
    if (error instanceof KsefError && error.message.startsWith('21183')) return undefined;
    throw error;
  }
}

async function pack(
  { repository, state }: { readonly repository: Repository; readonly state: State },
  { range, invoices, complete }: Found,
  as: { readonly compression: Compression; readonly onlyMetadata: boolean; readonly endsAt: number },
): Promise<Omit<NonNullable<Export['package']>, 'parts' | 'size'> & { readonly archive: Buffer }> {
  const limit = optionsOf(state).export_max_invoices;
  const taken: Held[] = [];
  let size = 0;
  for (const one of invoices.slice(0, limit)) {
    size += repository.bytesOf(one).length;
    if (size > MAX_PACKAGE_BYTES) break;
    taken.push(one);
  }
  const files = taken.map((one) => ({ name: `${one.ksefNumber}.xml`, bytes: repository.bytesOf(one) }));
  const metadata = Buffer.from(JSON.stringify({ invoices: taken.map(metadataOf) }));
  const all = [...(as.onlyMetadata ? [] : files), { name: '_metadata.json', bytes: metadata }];
  const isTruncated = taken.length < invoices.length;
  const last = taken.at(-1);
  const isByStorage = range.type === 'PermanentStorage';
  return {
    archive: as.compression === 'Zip' ? await zip(all) : tarGz(all, as.endsAt),
    count: taken.length,
    isTruncated,
    ...(isByStorage && isTruncated && last && { last: instant(last.storedAt) }),
    ...(isByStorage && { complete: instant(Math.min(complete, range.to)) }),
  };
}

async function zip(files: readonly ArchivedFile[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { name, bytes } of files) archive.addBuffer(bytes, name);
  archive.end();
  return buffer(archive.outputStream as unknown as NodeJS.ReadableStream);
}

function splitAndEncrypt(
  archive: Buffer,
  most: number,
  key: Buffer,
  vector: Buffer,
): readonly { readonly part: Part; readonly bytes: Buffer }[] {
  const count = Math.ceil(archive.length / most);
  return Array.from({ length: count }, (_, n) => {
    const plain = archive.subarray(n * most, (n + 1) * most);
    const cipher = createCipheriv('aes-256-cbc', key, vector);
    const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
    const encrypted = { encryptedSize: bytes.length, encryptedHash: sha256(bytes) };
    return { bytes, part: { size: plain.length, hash: sha256(plain), ...encrypted } };
  });
}

/** `GET /invoices/exports/{referenceNumber}` */
export function exportStatus({ state, links }: ExportBackend, { nip }: Bearer, { params }: Call): Answer {
  const invoices = exportIn(state, params['referenceNumber'] ?? '');
  if (!invoices || invoices.nip !== nip) throw refuse(21175);
  const now = Date.now();
  if (invoices.endsAt + STATUS_LIFE_MS <= now) throw refuseGone();
  if (invoices.endsAt > now) return reply(200, { status: statusOf(100) });
  const code = invoices.code === 200 && invoices.expiresAt <= now ? 210 : invoices.code;
  return reply(200, {
    status: statusOf(code),
    completedDate: instant(invoices.endsAt),
    ...(invoices.package && { packageExpirationDate: instant(invoices.expiresAt) }),
    ...(code === 200 && { package: packageOf(invoices, links) }),
  });
}

const statusOf = (code: keyof typeof STATUSES): unknown => ({
  code,
  description: STATUSES[code],
  ...(code === 420 && {
    details: [
      'Parametr dateRange.from jest późniejszy niż PermanentStorageHwmDate przy włączonym restrictToPermanentStorageHwmDate.',
    ],
  }),
});

function packageOf({ reference, compression, expiresAt, package: made }: Export, links: Links): unknown {
  return {
    invoiceCount: made?.count,
    size: made?.size,
    // Since API 2.9, as ksef-client 0.20.0 reads it.
    compressionType: compression,
    isTruncated: made?.isTruncated,
    ...(made?.last !== undefined && { lastPermanentStorageDate: made.last }),
    ...(made?.complete !== undefined && { permanentStorageHwmDate: made.complete }),
    parts: made?.parts.map(({ size, hash, encryptedSize, encryptedHash }, n) => {
      const link = links.to(`/storage/export-parts/${reference}/${n + 1}`, expiresAt - Date.now());
      return {
        ordinalNumber: n + 1,
        partName: `${reference}-${String(n + 1).padStart(3, '0')}.${COMPRESSIONS[compression]}.aes`,
        method: 'GET',
        url: link.url,
        partSize: size,
        partHash: hash,
        encryptedPartSize: encryptedSize,
        encryptedPartHash: encryptedHash,
        expirationDate: instant(link.expiresAt),
      };
    }),
  };
}

/** `GET` of the address of a part, which is itself the permission. */
export function exportPart({ state, links }: ExportBackend, call: Call): Answer {
  const { export: reference = '', ordinal = '' } = call.params;
  const error = links.error(`/storage/export-parts/${reference}/${ordinal}`, call);
  if (error) return error;
  const content = state.findKept<string>(ROUTE, `export ${reference}`, ordinal);
  if (content === undefined) return { status: 404 };
  const body = Buffer.from(content, 'base64');
  const headers = { 'Content-Type': 'application/octet-stream', 'x-ms-meta-hash': sha256(body) };
  return { status: 200, headers, body };
}
