import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The orders of the examples begin with `BEST-`. */
export const orderRule = (test: string, { flag = 'fatal', id = 'ACME-01' } = {}): string => `blocks:
  - in: DOCUMENT
    check:
      - id: ${id}
        flag: ${flag}
        term: BT-13
        test: ${test}
        title: The order (BT-13) is none of ours
        fix: Enter the number of our order.
`;

export const KEPT = "starts-with($BT-13, 'BEST-')";
export const BROKEN = "starts-with($BT-13, 'PO-')";

export const ORDER_PACK = {
  version: '1',
  title: 'Rules of ACME',
  beside: 'en16931',
  rules: ['rules/orders.yaml'],
};

/** Writes the pack of a company's own rules into a rules folder, instead of what was written there before. */
export function writeOwn(
  rulesDir: string,
  name: string,
  pack: object = ORDER_PACK,
  files: Readonly<Record<string, string>> = { 'rules/orders.yaml': orderRule(BROKEN) },
): void {
  const folder = join(rulesDir, 'own', name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries({ 'pack.json': JSON.stringify(pack), ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
