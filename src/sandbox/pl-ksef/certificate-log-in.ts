import { createHash, type X509Certificate } from 'node:crypto';
import { KeyUsageFlags, KeyUsagesExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509';
import type { Answer, Call } from '../network.ts';
import { type AuthRequest, readAuthRequest } from './auth-request.ts';
import { type LogInBackend, begin } from './authentication.ts';
import { ACCESS_SECONDS, nipOf, PERMISSIONS } from './bearers.ts';
import type { End, Operation } from './log-in.ts';
import { sha256 } from './keys.ts';
import { refuse } from './errors.ts';
import { signerOf } from './xades.ts';

/** The subject of a certificate. */
interface Signer {
  /** A company, or a person in business. */
  readonly nip?: string;
  readonly isSeal: boolean;
  readonly isPerson: boolean;
  readonly commonName: string;
}

/** At the end of the certificate's common name. */
const WORDS: Readonly<Record<string, End>> = {
  '-REVOKED': 'certificateRevoked',
  '-SUSPENDED': 'certificateSuspended',
  '-UNTRUSTED': 'untrusted',
  '-NORIGHTS': 'noRights',
};

/** `POST /auth/xades-signature` */
export async function logInByCertificate(backend: LogInBackend, call: Call): Promise<Answer> {
  const xml = textOf(call.body);
  const request = readAuthRequest(xml);
  const certificate = signerOf(xml, request.signature);
  if (isForCodesAlone(certificate))
    throw refuse(21115, 'Certyfikat typu Offline nie służy do uwierzytelnienia.');
  const signer = signerIn(certificate);
  if (request.subjectType === 'certificateSubject' && signer.nip === undefined && !signer.isPerson)
    throw refuse(21115, 'Certyfikat nie zawiera identyfikatora podmiotu.');
  const nip = nipOf(request.context);
  if (nip === undefined) throw refuse(21117);
  backend.logIns.use(request.challenge);
  const subject = createHash('sha256').update(certificate.raw).digest('hex').slice(0, 16);
  backend.enrolments.note(subject, certificate);
  const isChecked = call.query.get('verifyCertificateChain') === 'true';
  return begin(backend, methodOf(certificate, signer), endOf(certificate, signer, request, nip, isChecked), {
    context: request.context,
    nip,
    subject,
    permissions: PERMISSIONS,
    proof: { documentHash: sha256(call.body) },
    accessSeconds: ACCESS_SECONDS,
  });
}

/** The type Offline: non-repudiation without digital signature. */
function isForCodesAlone({ raw }: X509Certificate): boolean {
  const usages = new ParsedCertificate(new Uint8Array(raw)).getExtension(KeyUsagesExtension)?.usages ?? 0;
  return (usages & KeyUsageFlags.nonRepudiation) !== 0 && (usages & KeyUsageFlags.digitalSignature) === 0;
}

function textOf(body: Buffer): string {
  if (body.length === 0) throw refuse(21001);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw refuse(21217);
  }
}

function signerIn({ subject }: X509Certificate): Signer {
  const isNamed = /^(?:GN|givenName|SN|surname)=/m.test(subject);
  const [, seal] = /^organizationIdentifier=.*?VATPL.*?(\d{10})/m.exec(subject) ?? [];
  // A seal with a person's name is read as a person's certificate.
  const company = isNamed ? undefined : seal;
  const [, entrepreneur] = /^serialNumber=.*?(?:TINPL|NIP).*?(\d{10})/m.exec(subject) ?? [];
  const nip = company ?? entrepreneur;
  return {
    ...(nip !== undefined && { nip }),
    isSeal: company !== undefined,
    isPerson: /^serialNumber=.*?(?:PNOPL|PESEL).*?\d{11}/m.test(subject),
    commonName: /^CN=(.*)$/m.exec(subject)?.[1] ?? '',
  };
}

const methodOf = ({ issuer }: X509Certificate, { isSeal }: Signer): Operation['method'] => {
  if (/KSeF/i.test(issuer)) return 'InternalCertificate';
  return isSeal ? 'QualifiedSeal' : 'QualifiedSignature';
};

/** A person, and a known fingerprint, has rights for every company here; a company has them for itself. */
function endOf(
  certificate: X509Certificate,
  { nip, commonName }: Signer,
  { subjectType }: AuthRequest,
  context: string,
  isChainChecked: boolean,
): End {
  const now = Date.now();
  if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now)
    return 'certificateOver';
  if (isChainChecked && certificate.issuer === certificate.subject) return 'untrusted';
  const word = Object.keys(WORDS).find((end) => commonName.endsWith(end));
  if (word !== undefined) return WORDS[word] ?? 'done';
  return subjectType === 'certificateSubject' && nip !== undefined && nip !== context ? 'noRights' : 'done';
}
