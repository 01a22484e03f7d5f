import { createHash, verify, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { type Authority, certifyRequest } from '../certificates.ts';
import type { Answer, Call, NetworkDependencies } from '../network.ts';
import { reply } from './answers.ts';
import type { Bearer } from './bearers.ts';
import { bodyOf } from './bodies.ts';
import { pageOf } from './pages.ts';
import { newReference } from './references.ts';
import { refuse } from './errors.ts';
import { ROUTE } from './route.ts';
import { instant } from './warsaw.ts';

/** Members of the enrolment data, each with its attribute in the request (`certyfikaty-KSeF.md` of CIRFMF/ksef-docs). */
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

const TYPES = ['Authentication', 'Offline'] as const;
type Type = (typeof TYPES)[number];
type Subject = Readonly<Partial<Record<keyof typeof ATTRIBUTES, string>>>;

/** An enrolment, and the certificate that it leads to. */
interface Enrolled {
  readonly reference: string;
  /** The one who logged in. */
  readonly subject: string;
  readonly nip: string;
  readonly name: string;
  readonly type: Type;
  readonly requestedAt: number;
  readonly endsAt: number;
  /** Absent if it was refused, with the reason. */
  readonly serial?: string;
  readonly pem?: string;
  readonly refusal?: string;
  readonly revoked?: true;
}

const NAME = /^[\w\- ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]{5,100}$/;
/** `limity.md` of CIRFMF/ksef-api, of a subject identified by a NIP. */
export const MAX_ENROLMENTS = 300;
export const MAX_CERTIFICATES = 100;

/** Certificates that KSeF issues to the ones who log in by XAdES. */
export class Enrolments {
  constructor(
    private readonly dependencies: Pick<NetworkDependencies, 'state' | 'pace'>,
    private readonly issuer: Authority,
  ) {}

  /** Who logged in by which certificate: its attributes are those of every request. */
  note(subject: string, certificate: X509Certificate): void {
    const { subjectName } = new x509.X509Certificate(new Uint8Array(certificate.raw));
    const certificates = Object.entries(ATTRIBUTES).flatMap(([name, id]) => {
      const [value] = subjectName.getField(id);
      return value === undefined ? [] : [[name, value] as const];
    });
    this.dependencies.state.keep(ROUTE, 'enrolment-data', subject, Object.fromEntries(certificates));
  }

  /** `GET /certificates/limits` */
  limits(bearer: Bearer): Answer {
    const own = this.of(bearer);
    const enrolments = MAX_ENROLMENTS - own.length;
    const certificates = MAX_CERTIFICATES - own.filter(isHeld).length;
    return reply(200, {
      canRequest: enrolments > 0 && certificates > 0,
      enrollment: { remaining: enrolments, limit: MAX_ENROLMENTS },
      certificate: { remaining: certificates, limit: MAX_CERTIFICATES },
    });
  }

  /** `GET /certificates/enrollments/data` */
  data(bearer: Bearer): Answer {
    return reply(200, this.subjectOf(bearer));
  }

  /** `POST /certificates/enrollments` */
  async enrol(bearer: Bearer, call: Call): Promise<Answer> {
    const subject = this.subjectOf(bearer);
    const body = bodyOf(call);
    const [name, requestedName] = [body.text('certificateName'), body.text('certificateType')];
    const type = TYPES.find((one) => one === requestedName);
    if (!NAME.test(name)) throw refuse(21405, "'certificateName' ma nieprawidłowy format.");
    if (!type) throw refuse(21405, "'certificateType' ma nieprawidłową wartość.");
    const request = await requestIn(body.base64('csr'));
    if (!isFor(request, subject)) throw refuse(25003);
    const own = this.of(bearer);
    if (own.length >= MAX_ENROLMENTS) throw refuse(25006);
    if (own.filter(isHeld).length >= MAX_CERTIFICATES) throw refuse(25007);
    const { state, pace } = this.dependencies;
    const now = Date.now();
    const key = createHash('sha256').update(Buffer.from(request.publicKey.rawData)).digest('hex');
    const holder = state.findKept<string>(ROUTE, 'certified-key', key) ?? bearer.subject;
    const isOther = holder !== bearer.subject;
    const made = isOther ? undefined : await certifyRequest(request, this.issuer, usageOf(type));
    if (made) state.keep(ROUTE, 'certified-key', key, bearer.subject);
    const reference = newReference('enrolment', now);
    const enrolled: Enrolled = {
      reference,
      name,
      type,
      subject: bearer.subject,
      nip: bearer.nip,
      requestedAt: now,
      endsAt: pace.dueIn(1),
      ...(made
        ? { serial: made.serial, pem: made.pem }
        : { refusal: 'Klucz publiczny został już certyfikowany przez inny podmiot.' }),
    };
    state.keep(ROUTE, 'enrolment', reference, enrolled);
    return reply(202, { referenceNumber: reference, timestamp: instant(now) });
  }

  /** `GET /certificates/enrollments/{referenceNumber}` */
  status(bearer: Bearer, { params }: Call): Answer {
    const certificate = this.of(bearer).find(({ reference }) => reference === params['referenceNumber']);
    if (!certificate) throw refuse(25005);
    const { requestedAt, endsAt, serial, refusal } = certificate;
    const isOver = endsAt <= Date.now();
    const status = !isOver
      ? { code: 100, description: 'Wniosek przyjęty do realizacji' }
      : refusal === undefined
        ? { code: 200, description: 'Wniosek obsłużony (certyfikat wygenerowany)' }
        : { code: 400, description: 'Wniosek odrzucony', details: [refusal] };
    return reply(200, {
      requestDate: instant(requestedAt),
      status,
      ...(isOver && serial !== undefined && { certificateSerialNumber: serial }),
    });
  }

  /** `POST /certificates/retrieve` */
  retrieve(bearer: Bearer, call: Call): Answer {
    const certificateSerialNumbers = bodyOf(call).optionalTexts('certificateSerialNumbers') ?? [];
    const certificates = certificateSerialNumbers.map((serial) => this.bySerial(bearer, serial));
    return reply(200, {
      certificates: certificates.map(({ pem = '', name, serial, type }) => ({
        certificate: new X509Certificate(pem).raw.toString('base64'),
        certificateName: name,
        certificateSerialNumber: serial,
        certificateType: type,
      })),
    });
  }

  /** `POST /certificates/query` */
  query(bearer: Bearer, call: Call): Answer {
    const body = bodyOf(call);
    const filter = {
      serial: body.optionalText('certificateSerialNumber'),
      type: body.optionalText('type'),
      status: body.optionalText('status'),
    };
    const certificates = this.of(bearer)
      .filter((one) => one.serial !== undefined && one.endsAt <= Date.now())
      .map(listed)
      .filter(
        (one) =>
          (filter.serial ?? one.certificateSerialNumber) === one.certificateSerialNumber &&
          (filter.type ?? one.type) === one.type &&
          (filter.status ?? one.status) === one.status,
      );
    const { items, next } = pageOf(certificates, call);
    return reply(200, { certificates: items, hasMore: next.continuationToken !== undefined });
  }

  /** `POST /certificates/{certificateSerialNumber}/revoke` */
  revoke(bearer: Bearer, { params }: Call): Answer {
    this.subjectOf(bearer);
    const certificate = this.bySerial(bearer, params['certificateSerialNumber'] ?? '');
    if (!isHeld(certificate)) throw refuse(25009);
    this.dependencies.state.keep(ROUTE, 'enrolment', certificate.reference, {
      ...certificate,
      revoked: true,
    });
    return { status: 204 };
  }

  /** Whether a link of KOD II is signed by an Offline certificate that holds now. @param text the link before the signature, without scheme. */
  verifies(serial: string, text: string, signature: Buffer): boolean {
    const certificate = this.dependencies.state
      .allKept<Enrolled>(ROUTE, 'enrolment')
      .find((one) => one.serial === serial && one.type === 'Offline' && isHeld(one));
    if (!certificate?.pem) return false;
    const { publicKey } = new X509Certificate(certificate.pem);
    const key =
      publicKey.asymmetricKeyType === 'ec'
        ? ({ key: publicKey, dsaEncoding: 'ieee-p1363' } as const)
        : { key: publicKey, padding: 6, saltLength: 32 };
    return verify('sha256', Buffer.from(text), key, signature);
  }

  private of({ subject }: Pick<Bearer, 'subject'>): readonly Enrolled[] {
    return this.dependencies.state
      .allKept<Enrolled>(ROUTE, 'enrolment')
      .filter((one) => one.subject === subject);
  }

  /** In the context of the caller, by whichever log-in: a token lists and fetches, too. */
  private bySerial({ nip }: Bearer, serial: string): Enrolled {
    const certificate = this.dependencies.state
      .allKept<Enrolled>(ROUTE, 'enrolment')
      .find((one) => one.serial === serial && one.nip === nip && one.endsAt <= Date.now());
    if (!certificate) throw refuse(25008);
    return certificate;
  }

  /** @throws KsefRefused 25002 for a log-in by token. */
  private subjectOf({ subject, proof }: Bearer): Subject {
    if ('tokenReference' in proof) throw refuse(25002);
    const certificate = this.dependencies.state.findKept<Subject>(ROUTE, 'enrolment-data', subject);
    if (!certificate) throw refuse(25001);
    return certificate;
  }
}

const usageOf = (type: Type): x509.KeyUsageFlags =>
  type === 'Offline' ? x509.KeyUsageFlags.nonRepudiation : x509.KeyUsageFlags.digitalSignature;

const isHeld = ({ serial, revoked, pem }: Enrolled): boolean =>
  serial !== undefined && !revoked && Date.parse(new X509Certificate(pem ?? '').validTo) > Date.now();

function listed(one: Enrolled) {
  const { pem = '', name, type, serial = '', nip, requestedAt, revoked } = one;
  const { validFrom, validTo, subject } = new X509Certificate(pem);
  return {
    certificateSerialNumber: serial,
    name,
    type,
    commonName: /^CN=(.*)$/m.exec(subject)?.[1] ?? '',
    status: revoked ? 'Revoked' : isHeld(one) ? 'Active' : 'Expired',
    subjectIdentifier: { type: 'Nip', value: nip },
    validFrom: instant(Date.parse(validFrom)),
    validTo: instant(Date.parse(validTo)),
    requestDate: instant(requestedAt),
  };
}

async function requestIn(der: Buffer): Promise<x509.Pkcs10CertificateRequest> {
  const request = readOrRefuse(der);
  const { algorithm } = request.publicKey as {
    algorithm: { name: string; namedCurve?: string; modulusLength?: number };
  };
  const isFit = algorithm.namedCurve === 'P-256' || algorithm.modulusLength === 2048;
  if (!isFit) throw refuse(25010);
  if (!(await request.verify())) throw refuse(25004);
  return request;
}

function readOrRefuse(der: Buffer): x509.Pkcs10CertificateRequest {
  try {
    return new x509.Pkcs10CertificateRequest(new Uint8Array(der));
  } catch {
    throw refuse(25004);
  }
}

/** Exactly the attributes of the one who logged in, and none more. */
function isFor({ subjectName }: x509.Pkcs10CertificateRequest, subject: Subject): boolean {
  const count = subjectName.toJSON().flatMap((one) => Object.values(one).flat()).length;
  return (
    count === Object.keys(subject).length &&
    Object.entries(ATTRIBUTES).every(
      ([name, id]) => subjectName.getField(id)[0] === subject[name as keyof Subject],
    )
  );
}
