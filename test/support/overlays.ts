import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const OVERLAY = {
  rule: 'BR-DE-15',
  layer: 'xrechnung',
  change: 'off',
  reason: 'Buyers get their Leitweg-ID in March',
  author: 'Anna Nowak',
  until: '2027-02-28',
} as const;

const { rule: _rule, layer: _layer, ...overlaid } = OVERLAY;

/** What a report says of it. */
export const OVERLAID = overlaid;

/** Writes the overlays of a rules folder, instead of those before. JSON is YAML. */
export function writeOverlays(rulesDir: string, rows: unknown): void {
  mkdirSync(join(rulesDir, 'own'), { recursive: true });
  writeFileSync(join(rulesDir, 'own/overlays.yaml'), typeof rows === 'string' ? rows : JSON.stringify(rows));
}
