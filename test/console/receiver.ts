import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The receiver of an ERP: it keeps what comes, and answers with `status`. */
export class Receiver {
  readonly got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  status = 204;
  private constructor(private readonly server: Server) {}

  static async open(): Promise<Receiver> {
    const server = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        receiver.got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
        response.writeHead(receiver.status).end();
      });
    });
    const receiver = new Receiver(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
