import { createHmac, randomBytes } from 'node:crypto';
import type { DeliverySigner } from '../../ports/delivery-signer.ts';

const PREFIX = 'whsec_';

export class NodeDeliverySigner implements DeliverySigner {
  newSecret(): string {
    return `${PREFIX}${randomBytes(32).toString('base64')}`;
  }

  contractSignature(secret: string, message: string): string {
    return createHmac('sha256', Buffer.from(secret, 'utf8')).update(message, 'utf8').digest('hex');
  }

  standardSignature(secret: string, message: string): string {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return createHmac('sha256', key).update(message, 'utf8').digest('base64');
  }
}
