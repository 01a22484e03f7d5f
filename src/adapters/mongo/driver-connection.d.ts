/** The driver exports its connections as a type only. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    constructor(socket: Socket, options: object);
    readonly closed: boolean;
    readonly error: Error | null;
    once(event: 'close', listener: () => void): this;
    off(event: 'close', listener: () => void): this;
    writeCommand(...values: unknown[]): Promise<void>;
    command(namespace: object, command: object, options: object): Promise<object>;
    destroy(): void;
  }
}
