import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { codeWith, quoted } from 'en16931-rules/vocabulary/quoted.ts';
import { webcrypto } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as x509 from '@peculiar/x509';
import type { Clock } from '../../../../ports/clock.ts';
import type { Outbound } from '../../../../ports/outbound.ts';
import { type Call, type Json, Ksef, type KsefResponse, listIn, objectIn, textIn } from './ksef.ts';
import { LogIn } from './log-in.ts';
import { PublicKeys } from './public-keys.ts';

export const CERTIFICATE_TYPES = ['Authentication', 'Offline'] as const;
export type CertificateType = (typeof CERTIFICATE_TYPES)[number];

/** The certificate that logs in, and the company for which it does. */
interface EnrolmentLogIn {
  /** The value of a credential `ksef-certificate`. */
  readonly value: string;
  readonly nip: string;
}

interface PreparedRequest {
  /** PEM, PKCS#8. */
  readonly privateKey: string;
  /** PKCS#10, DER, base64. */
  readonly csr: string;
}

interface IssuedCertificate {
  readonly certificate: string;
  readonly serial: string;
}

interface Settings {
  /** The address up to `v2`. */
  readonly url: string;
  readonly pauseMs?: number;
}

/** An attribute of the request for each member of the enrolment data (`certyfikaty-KSeF.md` of CIRFMF/ksef-docs): KSeF takes exactly these. */
const ATTRIBUTES = {
  commonName: '2.5.4.3',
  countryName: '2.5.4.6',
  givenName: '2.5.4.42',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  uniqueIdentifier: '2.5.4.45',
  organizationName: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
} as const;

/** Recommended by KSeF. */
const KEY = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const PAUSE_MS = 2_000;
const MAX_PAUSES = 60;

/** A rejection or failure, as a sentence for the caller. */
export class EnrolmentFailed extends Error {
  constructor(readonly text: Text) {
    super('KSeF has not issued the certificate');
  }
}

/** Certificates that KSeF issues. Every call needs a log-in by certificate: a token cannot enrol. */
export class Enrolment {
  private token: string | undefined;

  private constructor(
    private readonly ksef: Ksef,
    private readonly pauseMs: number,
  ) {}

  /** @throws EnrolmentFailed if KSeF refuses the log-in. */
  static async open(
    { value, nip }: EnrolmentLogIn,
    { outbound, clock }: { readonly outbound: Outbound; readonly clock: Clock },
    { url, pauseMs = PAUSE_MS }: Settings,
  ): Promise<Enrolment> {
    const ksef = new Ksef(outbound, clock, url);
    const logIn = new LogIn(ksef, new PublicKeys(ksef, clock), { pauseMs: Math.min(pauseMs, 1_000) });
    const credential = { client: '', id: '', kind: 'ksef-certificate', value };
    const redeemed = await logIn.run({ credential, nip });
    if ('failed' in redeemed) {
      const { mapping, message = mapping.message } = redeemed.failed;
      throw new EnrolmentFailed(message);
    }
    const enrolment = new Enrolment(ksef, pauseMs);
    enrolment.token = textIn(objectIn(redeemed.json['accessToken'])?.['token']);
    return enrolment;
  }

  /** A new key, and the request for its certificate. Nothing is sent but questions. @throws EnrolmentFailed */
  async prepare(): Promise<PreparedRequest> {
    const limits = await this.json({ path: '/certificates/limits' });
    if (limits['canRequest'] !== true)
      throw new EnrolmentFailed(say('networks-pl-ksef.ksef-lets-this-company-request-no-more-certificates'));
    const data = await this.json({ path: '/certificates/enrollments/data' });
    const name = Object.entries(ATTRIBUTES).flatMap(([member, id]) => {
      const value = textIn(data[member]);
      return value === undefined ? [] : [{ [id]: [value] }];
    });
    const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
    const request = await x509.Pkcs10CertificateRequestGenerator.create({
      name,
      keys,
      signingAlgorithm: KEY,
    });
    const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
    return {
      privateKey: `${x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
      csr: Buffer.from(request.rawData).toString('base64'),
    };
  }

  /** Sends a request, which counts against the quota of the company. @returns its reference. @throws EnrolmentFailed */
  async send(csr: string, named: { readonly name: string; readonly type: CertificateType }): Promise<string> {
    const body = { certificateName: named.name, certificateType: named.type, csr };
    const answer = await this.json({ path: '/certificates/enrollments', body });
    const reference = textIn(answer['referenceNumber']);
    if (reference === undefined)
      throw new EnrolmentFailed(say('networks-pl-ksef.ksef-has-given-request-no-reference'));
    return reference;
  }

  /** Waits for the certificate of a request, and fetches it. @throws EnrolmentFailed if KSeF refuses it, or does not issue it in time. */
  async fetch(reference: string): Promise<IssuedCertificate> {
    const serial = await this.serialOf(reference);
    const body = { certificateSerialNumbers: [serial] };
    const answer = await this.json({ path: '/certificates/retrieve', body });
    const der = textIn(listIn(answer['certificates'])[0]?.['certificate']);
    if (der === undefined)
      throw new EnrolmentFailed(say('networks-pl-ksef.ksef-does-not-return-certificate', { value: serial }));
    const certificate = new x509.X509Certificate(new Uint8Array(Buffer.from(der, 'base64')));
    return { certificate: `${certificate.toString('pem')}\n`, serial };
  }

  private async serialOf(reference: string): Promise<string> {
    const path = `/certificates/enrollments/${encodeURIComponent(reference)}`;
    for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
      const answer = await this.json({ path });
      const status = objectIn(answer['status']);
      const serial = textIn(answer['certificateSerialNumber']);
      if (status?.['code'] === 200 && serial !== undefined) return serial;
      if (status?.['code'] !== 100)
        throw new EnrolmentFailed(say('networks-pl-ksef.ksef-refuses-request', { value: wordsOf(status) }));
      await pause(this.pauseMs);
    }
    throw new EnrolmentFailed(say('networks-pl-ksef.ksef-still-works-on-request', { value: reference }));
  }

  private async json(call: Call): Promise<Json> {
    const response = await this.ksef.call(call, this.token);
    if (response.kind === 'json') return response.json;
    throw new EnrolmentFailed(sayWhy(response));
  }
}

const wordsOf = (status: Json | undefined): Text =>
  quoted([status?.['code'], status?.['description'], status?.['details']].flat().filter(Boolean).join(' '));

function sayWhy(response: KsefResponse): Text {
  if (response.kind === 'refused')
    return say('networks-pl-ksef.ksef-refuses-call', { value: codeWith(response.code, response.text) });
  if (response.kind === 'failure') return response.failure.message ?? response.failure.mapping.message;
  return say('networks-pl-ksef.ksef-answers-what-its-description-does-not-have');
}
