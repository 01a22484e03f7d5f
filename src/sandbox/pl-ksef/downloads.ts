import { type Answer, type Call, escape } from '../network.ts';
import type { Bearer } from './bearers.ts';
import type { Enrolments } from './enrolment.ts';
import { isThirdParty, withoutOldDash } from './metadata.ts';
import { refuse } from './errors.ts';
import type { Held, Repository } from './repository.ts';
import { hash } from './upo.ts';

/** `GET /invoices/ksef/{ksefNumber}` */
export function download(repository: Repository, { nip }: Bearer, { params }: Call): Answer {
  const number = params['ksefNumber'] ?? '';
  const invoice = repository.find(withoutOldDash(number));
  if (!invoice || invoice.acceptedAt > Date.now() || !isOf(invoice, nip))
    throw refuse(21164, `Faktura o numerze KSeF ${number} nie została znaleziona.`);
  if (invoice.storedAt > Date.now())
    throw refuse(
      21165,
      `Faktura o numerze KSeF ${number} została przetworzona, ale nie jest jeszcze dostępna do pobrania. Spróbuj ponownie później.`,
    );
  return hash(repository.bytesOf(invoice));
}

const isOf = ({ parts }: Held, nip: string): boolean =>
  [parts.sellerNip, parts.buyerNip, parts.authorizedNip].includes(nip) || isThirdParty(parts, nip);

/** `/invoice/{nip}/{DD-MM-YYYY}/{hash}` at the host of the QR codes: KOD I, for every caller. */
export function verification(repository: Repository, { params }: Call): Answer {
  const { nip = '', date = '', hash = '' } = params;
  const invoice = repository.withHash(Buffer.from(hash, 'base64url').toString('base64'));
  const day = date.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1');
  const isThere =
    invoice !== undefined &&
    invoice.storedAt <= Date.now() &&
    invoice.parts.sellerNip === nip &&
    invoice.parts.issueDate === day;
  const says = isThere
    ? `Faktura znajduje się w KSeF: ${invoice.ksefNumber}, ${escape(invoice.parts.number)}`
    : 'Faktura nie została znaleziona w KSeF.';
  return {
    status: isThere ? 200 : 404,
    headers: { 'Content-Type': 'text/html; charset=UTF-8' },
    body: `<!DOCTYPE html><html lang="pl"><head><title>KSeF</title></head><body><p>${says}</p></body></html>\n`,
  };
}

/**
 * `/certificate/{context type}/{context}/{nip}/{serial}/{hash}/{signature}` at that host: KOD II, for every caller. It verifies the issuer,
 * also before the invoice has arrived.
 * @param base the address before `/qr`.
 */
export function certificateVerification(
  enrolments: Enrolments,
  repository: Repository,
  base: string,
  { params }: Call,
): Answer {
  const { type, context, nip, serial = '', hash = '', signature = '' } = params;
  const signed = `${base}/qr/certificate/${type}/${context}/${nip}/${serial}/${hash}`;
  const isSigned = enrolments.verifies(
    serial,
    signed.replace(/^https?:\/\//, ''),
    Buffer.from(signature, 'base64url'),
  );
  const invoice = repository.withHash(Buffer.from(hash, 'base64url').toString('base64'));
  const says = isSigned
    ? 'Certyfikat wystawcy jest poprawny.'
    : 'Certyfikat wystawcy nie został potwierdzony.';
  const more = invoice
    ? ` Faktura znajduje się w KSeF: ${invoice.ksefNumber}.`
    : ' Faktury nie ma jeszcze w KSeF.';
  return {
    status: isSigned ? 200 : 404,
    headers: { 'Content-Type': 'text/html; charset=UTF-8' },
    body: `<!doctype html><html lang="pl"><title>KSeF</title><p>${says}${more}</p></html>`,
  };
}
