import {
  REPORT_FIELDS,
  type TaxReport,
  WATCHED_REPORT_FIELDS,
  watchReport,
} from '../../domain/reports/tax-report.ts';
import { tableOf } from './record-table.ts';

export const REPORTS = tableOf<TaxReport>('tax_report', REPORT_FIELDS, {
  fields: WATCHED_REPORT_FIELDS,
  of: watchReport,
});
