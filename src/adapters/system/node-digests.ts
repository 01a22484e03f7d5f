import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Digests, RunningDigest } from '../../ports/digests.ts';

export class NodeDigests implements Digests {
  sha256(data: string | Uint8Array): string {
    return hash('sha256', data, 'hex');
  }

  running(): RunningDigest {
    const digest = createHash('sha256');
    return { update: (bytes) => void digest.update(bytes), hex: () => digest.digest('hex') };
  }

  same(one: string, other: string): boolean {
    return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
  }

  newSecret(): string {
    return randomBytes(24).toString('hex');
  }

  newToken(): string {
    return randomBytes(32).toString('hex');
  }
}
