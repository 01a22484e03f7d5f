import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

/** Text, bytes, or what the build has compressed. */
export type Content = string | Uint8Array | { readonly gzip: Buffer };

/** A shorter text does not get shorter. */
const MIN_COMPRESSED_BYTES = 1_000;

/** An answer that does not change: its bytes, and their compressed form once a caller takes it. All answers share them. */
export class KeptFile {
  /** Weak: both forms have it (RFC 9110 section 8.8.1). */
  readonly etag: string;

  constructor(
    readonly bytes: Uint8Array,
    private compressed?: Promise<Buffer>,
  ) {
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  }

  static async of(content: Content): Promise<KeptFile> {
    if (typeof content === 'string') return new KeptFile(Buffer.from(content));
    if (content instanceof Uint8Array) return new KeptFile(content);
    return new KeptFile(await promisify(gunzip)(content.gzip), Promise.resolve(content.gzip));
  }

  /** Sends it, or 304 to a caller that has it. Compression runs in a thread. */
  async send(req: Request, res: Response): Promise<void> {
    res.set('ETag', this.etag).vary('Accept-Encoding');
    if (req.fresh) return void res.status(304).end();
    const isLong = this.compressed !== undefined || this.bytes.length >= MIN_COMPRESSED_BYTES;
    const isCompressed = isLong && req.acceptsEncodings('gzip') === 'gzip';
    const bytes = isCompressed ? await (this.compressed ??= promisify(gzip)(this.bytes)) : this.bytes;
    if (isCompressed) res.set('Content-Encoding', 'gzip');
    res.set('Content-Length', String(bytes.length)).end(bytes);
  }
}

interface Kind {
  /** A media type, or the end of a name; if it is left out, the name of the file tells. */
  readonly type?: string;
  readonly cacheControl?: string;
}

/**
 * Serves what does not change while the process runs. It is made when it is first asked for.
 * @param make undefined: there is nothing of this name, and the next handler answers.
 * @param nameOf distinguishes files that one path serves.
 */
export function serveKept<Params>(
  { type, cacheControl = 'no-cache' }: Kind,
  make: (name: string) => Content | undefined | Promise<Content | undefined>,
  nameOf: (params: Params) => string = () => '',
): RequestHandler<Params> {
  const files = new Map<string, Promise<KeptFile | undefined>>();
  const read = async (name: string): Promise<KeptFile | undefined> => {
    const content = await make(name);
    return content === undefined ? undefined : KeptFile.of(content);
  };
  return async (req, res, next) => {
    const name = nameOf(req.params);
    const reading = files.get(name) ?? read(name);
    files.set(name, reading);
    const file = await reading.catch((error: unknown) => {
      files.delete(name);
      throw error;
    });
    if (!file) {
      files.delete(name);
      return next();
    }
    res.set('Cache-Control', cacheControl).type(type ?? name);
    await file.send(req as unknown as Request, res);
  };
}
