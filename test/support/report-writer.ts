import { jsonReportWriter } from '../../src/adapters/http/call/reports.ts';
import { inEnglish } from './words.ts';

export const JSON_REPORT_WRITER = jsonReportWriter(inEnglish());
