import { OutboundClient } from '../../src/adapters/outbound/outbound-client.ts';
import type { OutboundAnswer, OutboundRequest } from '../../src/ports/outbound.ts';
import { endless, keyOf } from './scripted-network.ts';

const MIN_LIMIT_MS = 120_000;

/**
 * The real client on a machine of any speed: a call to a scripted network is over its time as soon as the network has begun an answer that
 * never ends, and every other answer is waited for.
 */
export class PatientClient extends OutboundClient {
  protected override readonly connectMs = MIN_LIMIT_MS;
  /** The limits of the calls that were given up. */
  readonly exceededMs: number[] = [];

  override async call(request: OutboundRequest): Promise<OutboundAnswer> {
    const key = keyOf(request.method, request.url);
    let giveUp = (): void => undefined;
    const isOver = new Promise<OutboundAnswer>((resolve) => {
      giveUp = () => {
        this.exceededMs.push(request.timeoutMs);
        resolve({ outcome: 'lost', reason: 'timeout' });
      };
    });
    endless.once(key, giveUp);
    const timeoutMs = Math.max(request.timeoutMs, MIN_LIMIT_MS);
    try {
      return await Promise.race([super.call({ ...request, timeoutMs }), isOver]);
    } finally {
      endless.off(key, giveUp);
    }
  }
}
