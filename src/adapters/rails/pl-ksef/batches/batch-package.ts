import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { digestOf, encrypt, type SessionKey } from '../client/encryption.ts';

/** Several invoices for KSeF: one archive, cut into parts that are encrypted one by one. */
export interface Package {
  /** Of the archive before it is cut. */
  readonly size: number;
  /** SHA-256, base64. */
  readonly hash: string;
  readonly parts: readonly Part[];
}

export interface Part {
  /** From 1. */
  readonly ordinal: number;
  readonly cipher: Uint8Array;
  readonly hash: string;
}

/** The limit of KSeF for a part before encryption is 100 MB. */
const PART_BYTES = 50_000_000;

/** @param partBytes size of a part before it is encrypted. */
export async function packageOf(
  files: readonly Uint8Array[],
  key: SessionKey,
  partBytes = PART_BYTES,
): Promise<Package> {
  const archive = await zipOf(files);
  const parts = Array.from({ length: Math.ceil(archive.length / partBytes) }, (_, n): Part => {
    const cipher = encrypt(key, archive.subarray(n * partBytes, (n + 1) * partBytes));
    return { ordinal: n + 1, cipher, hash: digestOf(cipher) };
  });
  return { size: archive.length, hash: digestOf(archive), parts };
}

/** Their hashes identify the invoices. Their names only have to differ. */
async function zipOf(files: readonly Uint8Array[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [n, bytes] of files.entries()) zip.addBuffer(Buffer.from(bytes), `${n + 1}.xml`);
  zip.end();
  return buffer(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
}
