/** A part that is not ready yet, because the process is still starting: no failure to report. */
export class StillStarting extends Error {}

/** One part of GET /health: resolves with its text (`ok`), rejects with the reason of a failure. */
export interface Probe {
  readonly name:
    'store' | 'master_key' | 'scheduler' | 'validators' | 'rule_packs' | 'workers' | 'log' | 'descriptors';
  check(): Promise<string>;
}
