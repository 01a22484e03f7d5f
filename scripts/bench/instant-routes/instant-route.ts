import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';

/** The other end of a route, which answers at once. */
export interface InstantRoute {
  readonly route: Route;
  /** Of the folder `examples`. */
  readonly example: string;
  /** The syntax of sent documents; the default is UBL. */
  readonly syntax?: Syntax;
  /** Members that differ per client. */
  readonly ofClient?: (document: object, client: number) => object;
  /** Settings that point the service there. */
  readonly env: Readonly<Record<string, string>>;
  /** Documents that were sent and answered. */
  readonly countAnswers: () => number;
  /** The last one, in the form for a check. */
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
  /** The document of a call, in the form for a check. */
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
    countAnswers: () => answered,
    lastDocument: () => last(),
    close: () => void server.close(),
  };
}
