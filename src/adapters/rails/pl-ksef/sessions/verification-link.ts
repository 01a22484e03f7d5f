import type { Inquiry } from '../../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';

/** Added to KSeF's answer about an accepted invoice. */
export function withLink(answer: RailAnswer, inquiry: Inquiry, qrUrl: string): RailAnswer {
  if (answer.legalId === undefined || inquiry.issueDate === undefined) return answer;
  const verificationLink = linkOf(qrUrl, answer.legalId, inquiry.issueDate, inquiry.documentSha256);
  return { ...answer, raw: { ...(answer.raw as object | undefined), verificationLink } };
}

/** The link in the code of a printed invoice (KOD I; the note, section 9): seller, day of issue and the file's hash. */
function linkOf(qrUrl: string, ksefNumber: string, issueDate: string, sha256: string): string {
  const [sellerNip = ''] = ksefNumber.split('-');
  const day = issueDate.split('-').reverse().join('-');
  return `${qrUrl}/invoice/${sellerNip}/${day}/${Buffer.from(sha256, 'hex').toString('base64url')}`;
}
