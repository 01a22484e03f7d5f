import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { ReportWriter, ReportedFinding } from '../../ports/report-writer.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';

interface Ports {
  readonly content: Pick<ContentStore, 'get'>;
  readonly reportWriter: Pick<ReportWriter, 'readFindings'>;
}

/**
 * An invoice whose findings have the words of its sealed report, with the figures of the document. The record itself carries no
 * amounts (contract, part 1). Without a report its own words stay.
 * @throws CallFailed `no-master-key`
 */
export async function withFigures(
  invoice: InvoiceRecord,
  { content, reportWriter }: Ports,
): Promise<InvoiceRecord> {
  const report = invoice.documents.find(({ kind }) => kind === 'validation-report');
  if (!report || (invoice.errors.length === 0 && !invoice.warnings)) return invoice;
  const reported = reportWriter.readFindings(await readHeldBytes(content, invoice, report));
  const useReportedWords = (finding: Finding): Finding => ({
    ...finding,
    message: wordsFor(finding, reported),
  });
  return {
    ...invoice,
    errors: invoice.errors.map(useReportedWords),
    ...(invoice.warnings && { warnings: invoice.warnings.map(useReportedWords) }),
  };
}

/** The record has the first finding of each code, or of each code and member. */
const wordsFor = ({ code, field, message }: Finding, reported: readonly ReportedFinding[]): Text => {
  const alike = reported.filter((one) => one.code === code);
  return (alike.find((one) => one.field === field) ?? alike[0])?.message ?? message;
};
