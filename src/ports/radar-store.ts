import type { Radar, RadarPart } from '../domain/radar/radar.ts';

/** Radars, and what they have found so far. */
export interface RadarStore {
  /** A radar of the same id stays as it is. */
  add(radar: Radar): Promise<void>;
  find(id: string): Promise<Radar | undefined>;
  /** Newest first. @param client only those of this client; all if left out. */
  list(query: { readonly client?: string | undefined; readonly limit: number }): Promise<readonly Radar[]>;
  /** In the order of the clients. */
  parts(query: {
    readonly radarId: string;
    readonly clients?: readonly string[];
  }): Promise<readonly RadarPart[]>;
  /** Leases the oldest running radar that no other worker has. */
  take(lease: { readonly token: string; readonly until: Date }, now: Date): Promise<Radar | undefined>;
  /**
   * Stores what was counted: the parts, each with the version that was read plus 1, and after them the radar. A process that dies in
   * between leaves parts that are ahead of their radar.
   * @returns `conflict` if another worker has the radar, or has counted for one of the clients, or the radar is gone.
   */
  commit(radar: Radar, parts: readonly RadarPart[], token: string): Promise<'committed' | 'conflict'>;
  /** Ends the lease, if it is still held. */
  release(id: string, token: string): Promise<void>;
  /** Removes radars that have expired, with what they have found. @returns how many radars. */
  forget(now: Date): Promise<number>;
}
