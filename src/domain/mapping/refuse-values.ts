import { firstValue, type Scope } from './apply-rule.ts';
import { isAmong } from './export-values.ts';
import type { RefusedValue } from './mapping.ts';
import { mappingFinding, named } from './mapping-finding.ts';

/** Refuses values that cannot be mapped, such as prices that include tax. */
export function refuseValues(refused: readonly RefusedValue[], scope: Scope): void {
  for (const { member, label, is, because } of refused) {
    const found = firstValue([member], scope);
    if (found && isAmong(found.value, is))
      scope.findings.push(mappingFinding(found.path, `${named(label, found.path)}: ${because}`));
  }
}
