import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findJudge } from './judges.ts';

/** The reports of KoSIT's validator on recorded cases, in a folder per suite: `test/judges/kosit/command.ts` makes them. */
export const KOSIT_REPORTS = join(findJudge('kosit-libraries').folder, '../kosit/reports');

/** The suites that have XRechnung or plain EN 16931, and one that has neither. */
export const KOSIT_SUITES = [
  ...['xrechnung-testsuite', 'xrechnung-unit', 'mustang', 'facturx'],
  ...['cen-examples-ubl', 'cen-examples-cii', 'peppol-examples'],
] as const;

export const whyNoKositReports = (): string | undefined =>
  existsSync(KOSIT_REPORTS) ? undefined : 'no reports of KoSIT: test/judges/kosit/command.ts';
