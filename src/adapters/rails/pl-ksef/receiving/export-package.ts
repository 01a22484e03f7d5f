import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decrypt, digestOf, type SessionKey } from '../client/encryption.ts';
import { type Call, type Json, type Ksef, listIn, objectIn, textIn } from '../client/ksef.ts';
import { parse } from '../../../../domain/json/json-object.ts';
import { type ArchiveFile, filesOfTar, UnreadableArchive } from './tar-files.ts';

// A package of exported invoices (CIRFMF/ksef-api: `InvoicePackage`, `pobieranie-faktur/przyrostowe-pobieranie-faktur.md`).

/** 50 MB before encryption, and some more. */
const MAX_PART_BYTES = 64_000_000;
const PART_MS = 5 * 60_000;
/** The metadata of 10,000 invoices are the largest file. */
const MAX_FILE_BYTES = 100_000_000;
const METADATA = '_metadata.json';

export interface ExportPackage {
  readonly invoiceCount: number;
  readonly isTruncated: boolean;
  /** Of the last invoice; only if it is cut off. */
  readonly lastStoredAt?: string;
  readonly completeUntil?: string;
  readonly parts: readonly ExportPart[];
}

interface ExportPart {
  readonly ordinal: number;
  readonly url: string;
  readonly hash: string;
  readonly encryptedHash: string;
}

/** @returns undefined if it cannot be read. */
export function packageIn(json: Json | undefined): ExportPackage | undefined {
  const { invoiceCount, isTruncated, parts } = json ?? {};
  const read = listIn(parts).map(partIn);
  if (!json || !Number.isSafeInteger(invoiceCount) || typeof isTruncated !== 'boolean') return undefined;
  if (!Array.isArray(parts) || read.length !== parts.length) return undefined;
  if (!read.every((part) => part !== undefined)) return undefined;
  const lastStoredAt = textIn(json['lastPermanentStorageDate']);
  const completeUntil = textIn(json['permanentStorageHwmDate']);
  return {
    invoiceCount: Number(invoiceCount),
    isTruncated,
    ...(lastStoredAt !== undefined && { lastStoredAt }),
    ...(completeUntil !== undefined && { completeUntil }),
    parts: read.toSorted((one, other) => one.ordinal - other.ordinal),
  };
}

function partIn({ ordinalNumber, url, partHash, encryptedPartHash }: Json): ExportPart | undefined {
  const [address, hash, encryptedHash] = [textIn(url), textIn(partHash), textIn(encryptedPartHash)];
  return Number.isSafeInteger(ordinalNumber) && address && hash && encryptedHash
    ? { ordinal: Number(ordinalNumber), url: address, hash, encryptedHash }
    : undefined;
}

/** One invoice of a package, by its KSeF number. */
interface PackedInvoice {
  readonly ksefNumber: string;
  readonly bytes: Uint8Array;
}

/** Its address or its bytes are not those of the package. */
class PackageLost extends Error {}

/**
 * The invoices of a package, one after another; one part is in memory at a time.
 * @throws PackageLost, UnreadableArchive: also behind the last invoice, if one of the metadata has no file.
 */
export async function* invoicesOf(
  ksef: Pick<Ksef, 'download'>,
  { parts, invoiceCount }: ExportPackage,
  key: SessionKey,
  calls?: Call['calls'],
): AsyncGenerator<PackedInvoice> {
  const names = new Set<string>();
  let listed: readonly string[] | undefined;
  for await (const file of filesIn(plainParts(ksef, parts, key, calls))) {
    if (file.name === METADATA) listed = numbersIn(file);
    const [, ksefNumber] = NAME.exec(file.name) ?? [];
    if (ksefNumber === undefined) continue;
    names.add(ksefNumber);
    yield { ksefNumber, bytes: file.bytes };
  }
  const isWhole = listed?.every((number) => names.has(number)) ?? false;
  if (!isWhole || names.size !== invoiceCount || listed?.length !== invoiceCount)
    throw new UnreadableArchive(`${invoiceCount} invoices are announced, ${names.size} are there`);
}

export const isPackageFault = (error: unknown): error is Error =>
  error instanceof PackageLost || error instanceof UnreadableArchive;

const NAME = /^([0-9A-F-]{35,36})\.xml$/i;

async function* filesIn(plain: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveFile> {
  const unpacked = pipeline(plain, createGunzip(), () => undefined);
  try {
    yield* filesOfTar(unpacked, MAX_FILE_BYTES);
  } catch (error) {
    throw isZlibError(error) ? new UnreadableArchive('the package is no gzip', { cause: error }) : error;
  } finally {
    unpacked.destroy();
  }
}

/** Node's codes of zlib: `Z_DATA_ERROR`, `Z_BUF_ERROR`. */
const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

function numbersIn({ bytes }: ArchiveFile): readonly string[] {
  const invoices = objectIn(parse(Buffer.from(bytes).toString()))?.['invoices'];
  const numbers = listIn(invoices).flatMap(({ ksefNumber }) => textIn(ksefNumber) ?? []);
  if (!Array.isArray(invoices) || numbers.length !== invoices.length)
    throw new UnreadableArchive('the metadata cannot be read');
  return numbers;
}

async function* plainParts(
  ksef: Pick<Ksef, 'download'>,
  parts: readonly ExportPart[],
  key: SessionKey,
  calls: Call['calls'],
): AsyncGenerator<Uint8Array> {
  for (const { ordinal, url, hash, encryptedHash } of parts) {
    const answer = await ksef.download(url, { maxBytes: MAX_PART_BYTES, timeoutMs: PART_MS, calls });
    if (answer.kind !== 'xml') throw new PackageLost(`part ${ordinal} was not fetched`);
    if (digestOf(answer.bytes) !== encryptedHash) throw new PackageLost(`part ${ordinal} has other bytes`);
    const plain = decrypt(key, answer.bytes);
    if (!plain || digestOf(plain) !== hash)
      throw new UnreadableArchive(`part ${ordinal} cannot be decrypted`);
    yield plain;
  }
}
