import type { Severity } from '../vocabulary/finding.ts';
import type { FiredTest } from '../engine/result.ts';

/** Schematron flag, else role: `fatal`, `error`; `warning`, `warn`; the rest; a missing one is an error (decisions). */
export function severityOf({ flag, role }: Pick<FiredTest, 'flag' | 'role'>): Severity {
  switch ((flag || role || 'error').trim().toLowerCase()) {
    case 'fatal':
    case 'error':
      return 'error';
    case 'warning':
    case 'warn':
      return 'warning';
    default:
      return 'information';
  }
}
