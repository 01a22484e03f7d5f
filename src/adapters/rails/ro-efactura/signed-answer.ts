import { X509Certificate } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { SignedXml } from 'xml-crypto';
import { type ZipFile, fromBufferPromise } from 'yauzl';
import { xmlAnswer } from './xml-answer.ts';

/** What stands in the ZIP of `descarcare`: the invoice as taken or the list of errors, and the Ministry's signature over it. */
export interface SignedAnswer {
  /** Of the upload, as the entries are named. */
  readonly index: string;
  readonly file: Uint8Array;
  /** Of a list of errors; undefined where the file is an invoice. */
  readonly errors?: readonly string[];
}

/** An invoice has at most 10 MB. */
const MOST_BYTES = 15_000_000;
const ERRORS = 'mfp:anaf:dgti:efactura:mesajEroriFactuta:v1';

/** @throws Error for what is no such ZIP, holds something else, or whose signature does not hold. */
export async function readSignedAnswer(zip: Uint8Array): Promise<SignedAnswer> {
  const entries = await entriesOf(zip);
  const [name] = [...entries.keys()].filter((one) => /^\d{1,20}\.xml$/.test(one));
  const index = name?.replace('.xml', '') ?? '';
  const [file, signature] = [entries.get(`${index}.xml`), entries.get(`semnatura_${index}.xml`)];
  if (!file || !signature) throw new Error('not an answer and its signature');
  if (!signs(textOf(signature), textOf(file))) throw new Error('the signature does not hold');
  const answer = xmlAnswer(file);
  return { index, file, ...(answer?.namespace === ERRORS && { errors: answer.errors }) };
}

async function entriesOf(zip: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  let archive: ZipFile | undefined;
  try {
    archive = await fromBufferPromise(Buffer.from(zip));
    if (archive.entryCount !== 2) throw new Error('not two files');
    const entries = new Map<string, Uint8Array>();
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted() || entry.uncompressedSize > MOST_BYTES) throw new Error('no file of an answer');
      // The library holds every file to the size that it states.
      entries.set(entry.fileName, new Uint8Array(await buffer(await archive.openReadStreamPromise(entry))));
    }
    return entries;
  } finally {
    archive?.close();
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/**
 * Whether the signature holds over the whole file and nothing else. Who stands behind the certificate is not asked: that the
 * answer is ANAF's is known by whom it was fetched from.
 */
function signs(signature: string, file: string): boolean {
  try {
    const [, encoded = ''] = /<(?:\w+:)?X509Certificate>([^<]+)</.exec(signature) ?? [];
    const signer = new X509Certificate(Buffer.from(encoded, 'base64'));
    const check = new SignedXml({ publicCert: signer.toString(), getCertFromKeyInfo: () => null });
    check.SignatureAlgorithms = without(check.SignatureAlgorithms, WEAK);
    check.HashAlgorithms = without(check.HashAlgorithms, WEAK);
    check.loadSignature(signature.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, ''));
    const [whole, more] = check.getReferences();
    return whole?.uri === '' && more === undefined && check.checkSignature(file);
  } catch {
    return false;
  }
}

const WEAK = /sha1$|hmac/;
const without = <T extends object>(algorithms: T, which: RegExp): T =>
  Object.fromEntries(Object.entries(algorithms).filter(([name]) => !which.test(name))) as T;
