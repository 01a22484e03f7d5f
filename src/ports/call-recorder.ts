import type { WireCall } from '../domain/sending/network-calls.ts';

/** Collects the calls that a rail makes. */
export interface CallRecorder {
  /**
   * @param work names `calls` in each of its calls: only those are collected.
   * @returns the value of `work`, and the calls that went out during it, in order. An error of `work` is passed on.
   */
  collect<T>(work: (calls: WireCall[]) => Promise<T>): Promise<Collected<T>>;
}

export interface Collected<T> {
  readonly value: T;
  readonly calls: readonly WireCall[];
}
