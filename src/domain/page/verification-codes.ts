import type { CompleteInvoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { invoiceLink } from '../vocabulary/code-links.ts';
import type { Card, PageCode } from './page.ts';
import { asText, type PageText } from './page-text.ts';
import type { Wording } from './wording.ts';

/** A file that anyone can verify at the route by a code on the page, and its data at KSeF. */
export interface VerifiableFile {
  /** The target of its codes: `https://qr.ksef.mf.gov.pl`. */
  readonly qrUrl: string;
  /** Of the FA(3) file, 64 hex digits. */
  readonly sha256: string;
  /** Absent until KSeF gives one. */
  readonly number?: string | undefined;
  /**
   * Link of KOD II, for an invoice that the buyer gets before KSeF. An Offline certificate of the issuer signs it, so the holder of that
   * certificate provides it.
   */
  readonly certificateLink?: string | undefined;
}

/** Below KOD I of an invoice without a number, and below KOD II; KSeF's own word in every language. */
const OFFLINE = 'OFFLINE';
const CERTIFICATE = 'CERTYFIKAT';

/** KSeF's codes (CIRFMF/ksef-docs, `kody-qr.md`); undefined if the seller's NIP or the day of issue is unknown. */
export function verificationCard(
  file: VerifiableFile,
  invoice: Partly<CompleteInvoice>,
  wording: Wording,
): readonly Card<PageText>[] {
  const link = linkTo(file, invoice);
  if (link === undefined) return [];
  const { number, certificateLink } = file;
  const codes: PageCode[] = [
    {
      payload: link,
      title: wording.label('ksefCode'),
      caption: number ?? OFFLINE,
      alt: wording.label('ksefCodeAlt', { link }),
    },
  ];
  if (certificateLink !== undefined)
    codes.push({
      payload: certificateLink,
      title: wording.label('ksefCertificate'),
      caption: CERTIFICATE,
      alt: wording.label('ksefCertificateAlt', { link: certificateLink }),
    });
  const facts = codes.map(({ payload }) => ({ label: wording.label('verify'), value: asText(payload) }));
  return [{ block: 'card', tone: 'box', heading: wording.label('ksefCodes'), facts, texts: [], codes }];
}

function linkTo(
  { qrUrl, sha256 }: VerifiableFile,
  { seller, issueDate }: Partly<CompleteInvoice>,
): string | undefined {
  const [nip] = /\d{10}$/.exec((seller?.vatId ?? seller?.taxNumber ?? '').replaceAll(/[\s-]/g, '')) ?? [];
  return nip === undefined || issueDate === undefined
    ? undefined
    : invoiceLink(qrUrl, { nip, issueDate, sha256 });
}
