import { invoiceLink } from '../../../../domain/vocabulary/code-links.ts';
import type { Inquiry } from '../../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';

/** Added to KSeF's answer about an accepted invoice. */
export function withLink(answer: RailAnswer, inquiry: Inquiry, qrUrl: string): RailAnswer {
  if (answer.legalId === undefined || inquiry.issueDate === undefined) return answer;
  const { issueDate, documentSha256: sha256 } = inquiry;
  const [nip = ''] = answer.legalId.split('-');
  const verificationLink = invoiceLink(qrUrl, { nip, issueDate, sha256 });
  return { ...answer, raw: { ...(answer.raw as object | undefined), verificationLink } };
}
