import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { constants, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { KeyUsageFlags, KeyUsagesExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509';
import { type CodeLinks, hashInLink, invoiceLink } from '../../../../domain/vocabulary/code-links.ts';
import type { IssuedDocument, OfflineCodes } from '../../../../ports/rail/offline-codes.ts';
import type { OpenedCredential } from '../../../../ports/rail/opened-credential.ts';
import type { KsefCalls } from './calls.ts';
import { certificateIn, type KsefContext } from './credential.ts';
import { listIn, textIn } from './ksef.ts';
import { contextOf, sellerNipOf } from './nip.ts';

/** KSeF writes a serial number as 16 hexadecimal digits. */
const SERIAL_DIGITS = 16;
const PSS_SALT_BYTES = 32;

/** KOD I and KOD II (CIRFMF/ksef-docs, `kody-qr.md`). */
export class KsefOfflineCodes implements OfflineCodes {
  constructor(
    private readonly qrUrl: string,
    private readonly calls: Pick<KsefCalls, 'call'>,
  ) {}

  explainUnfit(credential: OpenedCredential, now: Date): Text | undefined {
    if (credential.problem !== undefined) return credential.problem;
    const read = certificateIn(credential.value);
    if (!read) return say('networks-pl-ksef.its-value-is-not-json-text-with-certificate');
    const { certificate, key } = read;
    if (!isOfflineType(certificate))
      return say('networks-pl-ksef.it-is-of-type-authentication-which-logs-in');
    if (!isSigningKey(key)) return say('networks-pl-ksef.its-key-is-neither-rsa-of-2048-bits');
    if (Date.parse(certificate.validTo) < now.getTime())
      return say('networks-pl-ksef.it-ended-on', { day: dayOf(certificate.validTo) });
    if (Date.parse(certificate.validFrom) > now.getTime())
      return say('networks-pl-ksef.it-begins-on', { day: dayOf(certificate.validFrom) });
    return undefined;
  }

  /** KSeF lists the certificates of the one who logs in: a certificate that it does not list is another's, and nothing is known of it. */
  async lookAt(
    credential: OpenedCredential,
    logIn: OpenedCredential,
  ): Promise<{ readonly problem?: Text } | 'unknown'> {
    const certificate = certificateIn(credential.value)?.certificate;
    const nip = /\d{10}/.exec(credential.legalEntity ?? certificate?.subject ?? '')?.[0];
    if (!certificate || nip === undefined) return 'unknown';
    const serial = serialOf(certificate);
    const body = { certificateSerialNumber: serial };
    const response = await this.calls.call({ credential: logIn, nip }, 'other', {
      path: '/certificates/query?pageSize=10',
      body,
    });
    if (response.kind !== 'json') return 'unknown';
    const [row] = listIn(response.json['certificates']).filter(
      (one) => one['certificateSerialNumber'] === serial,
    );
    const status = textIn(row?.['status']);
    if (status === undefined) return 'unknown';
    return status === 'Active'
      ? {}
      : { problem: say('networks-pl-ksef.ksef-states-that-it-is', { value: status.toLowerCase() }) };
  }

  sign(credential: OpenedCredential, document: IssuedDocument): CodeLinks | undefined {
    const read = certificateIn(credential.value);
    const seller = sellerNipOf(document.addressing);
    const context: KsefContext | undefined = read?.context ?? nipContext(contextOf(document.addressing));
    if (!read || seller === undefined || !context) return undefined;
    const { sha256, issueDate } = document;
    const issued = [seller, serialOf(read.certificate), hashInLink(sha256)].join('/');
    const unsigned = `${this.qrUrl}/certificate/${context.type}/${context.value}/${issued}`;
    return {
      invoice: invoiceLink(this.qrUrl, { nip: seller, issueDate, sha256 }),
      certificate: `${unsigned}/${signatureOf(withoutScheme(unsigned), read.key)}`,
    };
  }
}

const nipContext = (value: string | undefined): KsefContext | undefined =>
  value === undefined ? undefined : { type: 'Nip', value };

const serialOf = ({ serialNumber }: X509Certificate): string =>
  serialNumber.toUpperCase().padStart(SERIAL_DIGITS, '0');

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');
const dayOf = (text: string): string => new Date(text).toISOString().slice(0, 10);

/** RSA-PSS with SHA-256, or ECDSA with the signature as R and S. */
function signatureOf(text: string, key: KeyObject): string {
  const options =
    key.asymmetricKeyType === 'ec'
      ? ({ key, dsaEncoding: 'ieee-p1363' } as const)
      : { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: PSS_SALT_BYTES };
  return sign('sha256', Buffer.from(text), options).toString('base64url');
}

function isSigningKey({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  return type === 'ec'
    ? details?.namedCurve === 'prime256v1'
    : type === 'rsa' && (details?.modulusLength ?? 0) >= 2048;
}

/** An Offline certificate has the key usage non-repudiation; one that states no usage may be used for anything. */
function isOfflineType({ raw }: X509Certificate): boolean {
  const usages = new ParsedCertificate(new Uint8Array(raw)).getExtension(KeyUsagesExtension)?.usages;
  return usages === undefined || (usages & KeyUsageFlags.nonRepudiation) !== 0;
}
