import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

let isCorrected = false;

/**
 * Ends each write of the driver whose connection closes. Driver 7.8 and 7.9 (`Connection.writeCommand`) wait without a limit for `drain` if the
 * socket was destroyed just before the write: no event comes from it any more. A heartbeat that hangs so keeps the process from its store
 * until it is started again: each of four runs with three to nine kills of a server (test/proofs/delivery/documentdb-dies.test.ts) ended so.
 */
export function endBrokenWrites(): void {
  if (isCorrected) return;
  isCorrected = true;
  const { writeCommand } = Connection.prototype;
  Connection.prototype.writeCommand = function (this: Connection, ...values: unknown[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const onClose = (): void => reject(this.error ?? new MongoNetworkError('the connection is closed'));
      this.once('close', onClose);
      void writeCommand
        .apply(this, values)
        .then(resolve, reject)
        .finally(() => this.off('close', onClose));
    });
  };
}
