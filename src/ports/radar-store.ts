import type { LeasedRadar, Radar, RadarPart } from '../domain/radar/radar.ts';
import type { DueWork } from './due-work.ts';
import type { Ledger } from './ledger.ts';

/** Radars, and what they have found so far. */
export interface RadarStore {
  /** For the worker. */
  readonly work: Ledger<LeasedRadar> & DueWork<LeasedRadar>;
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
  /**
   * Stores what was counted, each part with the version that was read plus 1. A process that dies before the radar is stored leaves parts that
   * are ahead of it.
   * @returns false if another worker has counted for one of the clients: its part was not written.
   */
  replaceParts(parts: readonly RadarPart[]): Promise<boolean>;
  /** Removes radars that have expired, with what they have found. @returns how many radars. */
  forget(now: Date): Promise<number>;
}
