import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { endBrokenWrites } from '../../../src/adapters/mongo/broken-writes.ts';

/** As the driver names the database of a command. */
const ADMIN = { db: 'admin', collection: '$cmd' };

describe('a write of the driver on a connection that breaks', () => {
  let server: Server;
  before(async () => {
    endBrokenWrites();
    server = createServer((socket) => socket.on('error', () => undefined));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => server.close());

  const opened = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const options = { id: 1, generation: 0, hostAddress: { toString: () => 'test' }, monitorCommands: false };
    return { socket, connection: new Connection(socket, options) };
  };
  const isBroken = (error: unknown): boolean => error instanceof MongoNetworkError;

  it('ends with an error if its socket was destroyed just before', async () => {
    const { socket, connection } = await opened();
    socket.destroy();
    await assert.rejects(connection.command(ADMIN, { hello: 1 }, { socketTimeoutMS: 0 }), isBroken);
  });

  it('ends with an error if its socket is destroyed before all is written', async () => {
    const { socket, connection } = await opened();
    const sending = connection.command(
      ADMIN,
      { hello: 1, text: 'x'.repeat(20_000_000) },
      { socketTimeoutMS: 0 },
    );
    setImmediate(() => socket.destroy());
    await assert.rejects(sending, isBroken);
  });
});
