import { textAt, withXml } from '../documents.ts';

/** What a platform reads in a report (flow 10, FRR); empty if absent. */
export interface ReportParts {
  readonly root: string;
  readonly id: string;
  readonly type: string;
  readonly senderScheme: string;
  readonly sender: string;
  readonly declarant: string;
  readonly name: string;
  /** `TransactionsReport`, `PaymentsReport`. */
  readonly part: string;
  readonly start: string;
  readonly end: string;
}

/** @throws Error with the parser's message if the text is not XML. */
export const reportParts = (bytes: Buffer): ReportParts =>
  withXml(bytes, (root) => {
    const at = (path: string): string => textAt(root, path);
    const parts = ['TransactionsReport', 'PaymentsReport'].filter(
      (name) => at(`/Report/${name}/ReportPeriod`) !== '',
    );
    const part = parts.length === 1 ? parts[0]! : '';
    return {
      root: root.name,
      id: at('/Report/ReportDocument/Id'),
      type: at('/Report/ReportDocument/TypeCode'),
      senderScheme: at('/Report/ReportDocument/Sender/Id/@schemeId'),
      sender: at('/Report/ReportDocument/Sender/Id'),
      declarant: at('/Report/ReportDocument/Issuer/Id'),
      name: at('/Report/ReportDocument/Issuer/Name'),
      part,
      start: at(`/Report/${part || 'TransactionsReport'}/ReportPeriod/StartDate`),
      end: at(`/Report/${part || 'TransactionsReport'}/ReportPeriod/EndDate`),
    };
  });

/** The rule of the administration that the report breaks (AIFE, Schematron F10); undefined if none that is checked here. */
export function brokenRule({
  type,
  senderScheme,
  sender,
  declarant,
  part,
  start,
  end,
}: ReportParts): string | undefined {
  if (part === '') return 'F10-TRANSMISSION-G6.29';
  if (type !== 'IN' && type !== 'RE') return 'F10-TRANSMISSION-G8.01';
  if (senderScheme !== '0238' || !/^\w{4}$/.test(sender)) return 'F10-EMETTEUR-G6.22';
  if (!/^\d{9}$/.test(declarant)) return 'F10-DECLARANT-G6.26';
  if (!/^\d{8}$/.test(start) || !/^\d{8}$/.test(end)) return 'F10-PERIODE-G1.09';
  if (end <= start) return 'F10-PERIODE-G6.25';
  return undefined;
}
