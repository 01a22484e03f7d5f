/** One part of GET /health: resolves when it works, rejects with the reason when it does not. */
export interface Probe {
  readonly name: 'store' | 'scheduler' | 'validators' | 'rule_packs';
  check(): Promise<void | string>;
}
