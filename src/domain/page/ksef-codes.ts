import type { Card, PageCode } from './page.ts';
import type { Wording } from './wording.ts';

/** What KSeF's codes on a page lead to (the note of the route, section 9). */
export interface KsefLinks {
  /** KOD I: the invoice. */
  readonly invoice: string;
  /** The KSeF number, or none as long as there is none. */
  readonly number?: string | undefined;
  /** KOD II: the certificate of the issuer, of an invoice that is handed over before KSeF has it. */
  readonly certificate?: string | undefined;
}

/** Below KOD I of an invoice without a number, and below KOD II; both are KSeF's own words. */
const OFFLINE = 'OFFLINE';
const CERTIFICATE = 'CERTYFIKAT';

export function ksefCard({ invoice, number, certificate }: KsefLinks, wording: Wording): Card {
  const codes: PageCode[] = [
    {
      payload: invoice,
      title: wording.label('ksefCode'),
      caption: number ?? OFFLINE,
      alt: wording.label('ksefCodeAlt', { link: invoice }),
    },
  ];
  if (certificate !== undefined)
    codes.push({
      payload: certificate,
      title: wording.label('ksefCertificate'),
      caption: CERTIFICATE,
      alt: wording.label('ksefCertificateAlt', { link: certificate }),
    });
  const facts = codes.map(({ payload }) => ({ label: wording.label('verify'), value: payload }));
  return { block: 'card', tone: 'plain', heading: wording.label('ksefCodes'), facts, texts: [], codes };
}
