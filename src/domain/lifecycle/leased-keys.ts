/** A process has the data key of a client in memory for at most this time after it was read or unwrapped (decisions, "data keys in memory"). */
export const MAX_KEY_AGE_MS = 5_000;

interface Held {
  readonly wrapped: string;
  /** Tokens of the leases that hold the key. */
  readonly leases: ReadonlySet<string>;
}

/**
 * The wrapped data keys of the clients whose records this process has leased. Each is read with the lease and goes with the last one of its
 * client. A key that was shredded meanwhile is noticed by the store: it then refuses every commit and renewal under a lease.
 */
export class LeasedKeys {
  private readonly leases = new Map<string, Held>();
  /** By the token of the lease. */
  private readonly clients = new Map<string, string>();

  /** @param wrapped as it was read with the lease; it replaces what an earlier lease has read. */
  hold(token: string, client: string, wrapped: string): void {
    const leases = new Set(this.leases.get(client)?.leases).add(token);
    this.leases.set(client, { wrapped, leases });
    this.clients.set(token, client);
  }

  release(token: string): void {
    const client = this.clientOf(token);
    const lease = client === undefined ? undefined : this.leases.get(client);
    this.clients.delete(token);
    if (client === undefined || !lease) return;
    const leases = new Set(lease.leases);
    leases.delete(token);
    if (leases.size === 0) this.leases.delete(client);
    else this.leases.set(client, { ...lease, leases });
  }

  /** Undefined if the lease holds no key. */
  clientOf(token: string): string | undefined {
    return this.clients.get(token);
  }

  /** The key of a client; undefined if no lease holds it. */
  of(client: string): string | undefined {
    return this.leases.get(client)?.wrapped;
  }
}
