import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Syntax } from '../../../src/domain/vocabulary/syntax.ts';

/** The other end of a route, which answers at once. */
export interface InstantRoute {
  readonly route: Route;
  /** Of the folder `examples`. */
  readonly example: string;
  /** Of what is handed over; UBL when left out. */
  readonly syntax?: Syntax;
  /** What a client's documents have of their own. */
  readonly ofClient?: (document: object, client: number) => object;
  /** Settings that lead the service there. */
  readonly env: Readonly<Record<string, string>>;
  /** Documents that were handed over, and answered. */
  readonly answered: () => number;
  /** As it is judged, of the last one. */
  readonly lastDocument: () => Uint8Array;
  readonly close: () => void;
}

export interface Call {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly body: Buffer;
}

export interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly body: string;
  /** The document that was handed over with the call, as it is judged. */
  readonly document?: () => Uint8Array;
}

/** Listens on a free port of this machine. */
export async function answering(answer: (call: Call) => Answer) {
  let answered = 0;
  let last = (): Uint8Array => new Uint8Array();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      const [path = ''] = url.split('?');
      const { status = 200, type, body, document } = answer({ method, path, body: Buffer.concat(pieces) });
      if (document) {
        answered += 1;
        last = document;
      }
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    lastDocument: () => last(),
    close: () => void server.close(),
  };
}
