import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Answer, type Call, type NetworkDependencies, xml } from '../network.ts';
import type { Link } from './invoices.ts';
import { ROUTE } from './route.ts';

const LIFE_MS = 3 * 24 * 3600 * 1000;

/** Addresses without a token: a caller with the address may read until it expires. */
export class Links {
  constructor(
    private readonly base: string,
    private readonly secret: string,
  ) {}

  /** @param path below the network's base. */
  to(path: string, lifeMs = LIFE_MS): Link {
    // Whole seconds, as in the address.
    const expiresAt = Math.floor((Date.now() + lifeMs) / 1000) * 1000;
    const query = new URLSearchParams({
      se: new Date(expiresAt).toISOString(),
      sig: this.sign(path, expiresAt),
    });
    return { url: `${this.base}${path}?${query}`, expiresAt };
  }

  /** The reason why a call is not answered. */
  error(path: string, { query }: Call): Answer | undefined {
    const expiresAt = Date.parse(query.get('se') ?? '');
    const given = Buffer.from(query.get('sig') ?? '');
    const right = Buffer.from(Number.isNaN(expiresAt) ? '' : this.sign(path, expiresAt));
    const isSigned = given.length > 0 && given.length === right.length && timingSafeEqual(given, right);
    if (isSigned && expiresAt > Date.now()) return undefined;
    return xml(403, '<?xml version="1.0" encoding="utf-8"?><Error><Code>AuthenticationFailed</Code></Error>');
  }

  private sign(path: string, expiresAt: number): string {
    return createHmac('sha256', this.secret).update(`${path} ${expiresAt}`).digest('base64url');
  }
}

export const openLinks = async ({ state, url }: NetworkDependencies, base: string): Promise<Links> =>
  new Links(url + base, await state.lasting(ROUTE, 'link-secret', randomUUID));
