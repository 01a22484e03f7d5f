import { type Finding, isError } from 'en16931-rules/vocabulary/finding.ts';
import { CallFailed } from '../../domain/failures.ts';

/** Warnings and information do not refuse. @throws CallFailed `validation-failed` */
export function refuseAny(findings: readonly Finding[]): void {
  const [first, ...rest] = findings.filter(isError);
  if (first) throw new CallFailed({ kind: 'validation-failed', findings: [first, ...rest] });
}
