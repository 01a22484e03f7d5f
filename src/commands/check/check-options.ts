import type { CheckWords } from './check-file.ts';

export const REPORT_FORMS = ['text', 'json', 'junit', 'sarif', 'html', 'kosit'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

export interface CheckOptions extends CheckWords {
  readonly report: ReportForm;
  readonly json?: boolean;
  readonly output?: string;
  readonly rules?: string;
}
