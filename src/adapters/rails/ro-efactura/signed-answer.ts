import { say } from 'en16931-rules/vocabulary/message.ts';
import { buffer } from 'node:stream/consumers';
import { type ZipFile, fromBufferPromise } from 'yauzl';
import { checkSignature, type SignatureVerdict } from './signature.ts';
import { xmlAnswer } from './xml-answer.ts';

/** The content of the ZIP of `descarcare`: the accepted invoice or the list of errors, and the Ministry's signature over it. */
export interface SignedAnswer {
  /** Upload indexes that its entries and its list of errors name: one, if the answer is consistent. */
  readonly indexes: ReadonlySet<string>;
  readonly file: Uint8Array;
  /** From a list of errors; undefined if the file is an invoice. */
  readonly errors?: readonly string[];
  readonly signature: SignatureVerdict;
}

/** An invoice has at most 10 MB. */
const MAX_BYTES = 15_000_000;
const ERRORS = 'mfp:anaf:dgti:efactura:mesajEroriFactuta:v1';
const FILE_NAME = /^(\d{1,20})\.xml$/;
const SIGNATURE_NAME = /^semnatura_(\d{1,20})\.xml$/;
const SIGNED = /<(?:\w{1,20}:)?Signature[\s>]/;

/** @returns undefined if it is not such a ZIP, or holds no document. It only reports whether the signature verifies. */
export async function readSignedAnswer(zip: Uint8Array): Promise<SignedAnswer | undefined> {
  const entries = await entriesOf(zip).catch(() => undefined);
  const { file, signature } = entries ? tellApart(entries) : {};
  if (!file) return undefined;
  const answer = xmlAnswer(file.bytes);
  const isErrors = answer?.namespace === ERRORS;
  const named = [
    FILE_NAME.exec(file.name)?.[1],
    SIGNATURE_NAME.exec(signature?.name ?? '')?.[1],
    isErrors ? answer.attributes['Index_incarcare'] : undefined,
  ].filter((index) => index !== undefined);
  return {
    indexes: new Set(named),
    file: file.bytes,
    ...(isErrors && { errors: answer.errors }),
    signature: signature
      ? await checkSignature(signature.bytes, file.bytes)
      : { holds: false, reason: say('networks-ro-efactura.signature-is-missing') },
  };
}

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** By their names; if these do not tell, the entry with a signature is the signature. Either may come first. */
function tellApart(entries: readonly Entry[]): { readonly file?: Entry; readonly signature?: Entry } {
  const signature =
    entries.find(({ name }) => SIGNATURE_NAME.test(name)) ??
    entries.find(({ name, bytes }) => !FILE_NAME.test(name) && SIGNED.test(Buffer.from(bytes).toString()));
  const file = entries.find((entry) => entry !== signature);
  return { ...(file && { file }), ...(signature && { signature }) };
}

async function entriesOf(zip: Uint8Array): Promise<readonly Entry[]> {
  let archive: ZipFile | undefined;
  try {
    archive = await fromBufferPromise(Buffer.from(zip));
    if (archive.entryCount < 1 || archive.entryCount > 2) throw new Error('neither one file nor two');
    const entries: Entry[] = [];
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted() || entry.uncompressedSize > MAX_BYTES) throw new Error('no file of an answer');
      // The library limits every file to the size that it states.
      const bytes = new Uint8Array(await buffer(await archive.openReadStreamPromise(entry)));
      entries.push({ name: entry.fileName, bytes });
    }
    return entries;
  } finally {
    archive?.close();
  }
}
