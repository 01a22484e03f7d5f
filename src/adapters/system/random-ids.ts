import { randomBytes } from 'node:crypto';
import type { Ids } from '../../ports/ids.ts';

export class RandomIds implements Ids {
  next(prefix: Parameters<Ids['next']>[0]): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }
}
