import type { Caller } from '../../domain/access/caller.ts';
import { type OpenedSession, openSession, type SessionOpening } from './open-session.ts';

/** Exchanges a key for a session of a browser, which then needs no key. */
export class ExchangeKey {
  constructor(private readonly ports: SessionOpening) {}

  /** @param caller identified by a key. */
  run(caller: Caller, requestId: string): Promise<OpenedSession> {
    const client = caller.kind === 'client' && { client: caller.client };
    return openSession(this.ports, caller.keyId, { keyId: caller.keyId, ...client }, requestId);
  }
}
