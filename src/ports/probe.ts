/** One part of GET /health: resolves with what there is to say (`ok`), rejects with the reason when it fails. */
export interface Probe {
  readonly name: 'store' | 'master_key' | 'scheduler' | 'validators' | 'rule_packs' | 'log' | 'descriptors';
  check(): Promise<string>;
}
