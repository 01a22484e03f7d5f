import { escape, type Answer, type Call, type Endpoint, text, xml } from '../../network.ts';
import {
  AS4_PROFILE,
  DOCUMENT_SCHEME,
  documentType,
  type Offer,
  PARTICIPANT_SCHEME,
  PROCESS_SCHEME,
  processesOf,
  schemeOf,
  WILDCARD_SCHEME,
} from '../identifiers.ts';
import type { Names, Participant } from '../participants.ts';
import { derOf, type Identity, subjectOf } from '../../certificates.ts';
import type { Certificates } from './certificates.ts';
import { sign } from './signed.ts';

const SMP = 'http://busdox.org/serviceMetadata/publishing/1.0/';
const IDS = 'http://busdox.org/transport/identifiers/1.0/';
const ADDRESSING = 'http://www.w3.org/2005/08/addressing';
const BUSINESS_CARD = 'http://www.peppol.eu/schema/pd/businesscard/20180621/';
const HOUR_MS = 3600 * 1000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** The three SMPs: the one in DNS, and the two behind redirects; then those of providers that register participants. */
export const SMP_PATHS = [
  '/smp',
  '/smp-2',
  '/smp-3',
  '/recommand/smp',
  '/storecove/smp',
  '/phoss-smp/smp',
] as const;

interface SmpOptions {
  readonly names: Names;
  readonly certificates: Certificates;
  /** The base address of the network, `http://127.0.0.1:8090/peppol`. */
  readonly address: string;
}

/** The calls of a reader (Peppol SMP specification): GET, XML. */
export function smpEndpoints(options: SmpOptions): readonly Endpoint[] {
  return SMP_PATHS.flatMap((path, hop): readonly Endpoint[] => {
    const get = (below: string, answer: (who: Participant, call: Call) => Answer): Endpoint => ({
      method: 'GET',
      path: path + below,
      answer: (call) => forParticipant(call, options.names, (who) => answer(who, call)),
    });
    return [
      get('/businesscard/:participant', (who) => xml(200, businessCard(who))),
      get('/:participant', (who) => xml(200, serviceGroup(who, options.address + path))),
      get('/:participant/services/:documentType', (who, call) => metadata(who, call, options, hop)),
    ];
  });
}

function forParticipant({ params }: Call, names: Names, answer: (who: Participant) => Answer): Answer {
  const id = params['participant'] ?? '';
  const who = id.startsWith(`${PARTICIPANT_SCHEME}::`) ? names.find(id) : undefined;
  if (!who) return text(400, `Not a participant identifier: ${id}\n`);
  names.learn(who);
  // If the participant were known, DNS would not lead here. The SMP gives the answer that DNS could not.
  if (who.dns === 'silent') return 'hang-up';
  if (who.smp === 'unavailable') return text(503, 'Service Unavailable\n');
  if (who.dns === 'none' || who.smp === 'not-found') return text(404, 'No such participant\n');
  return answer(who);
}

function metadata(who: Participant, { params }: Call, options: SmpOptions, hop: number): Answer {
  const requestedDocumentType = params['documentType'] ?? '';
  const scheme = [DOCUMENT_SCHEME, WILDCARD_SCHEME].find((one) =>
    requestedDocumentType.startsWith(`${one}::`),
  );
  if (scheme === undefined) return text(400, `Not a document type identifier: ${requestedDocumentType}\n`);
  const type = requestedDocumentType.slice(scheme.length + 2);
  if (!documentType(type)) return text(400, `Not a document type identifier: ${requestedDocumentType}\n`);
  // For a wildcard, too, only the entry itself, with its asterisk.
  const offer = who.offers.find((each) => schemeOf(each) === scheme && each.documentType === type);
  if (!offer) return text(404, 'No such document type\n');
  const { smps } = options.certificates;
  const signer = smps[hop] ?? smps[0];
  const next = smps[hop + 1];
  const content =
    next && hop < (who.redirects ?? 0)
      ? redirect(`${options.address}${SMP_PATHS[hop + 1] ?? ''}${pathOf(who, offer)}`, next)
      : serviceInformation(who, offer, options);
  return xml(
    200,
    sign(
      `<SignedServiceMetadata xmlns="${SMP}"><ServiceMetadata>${content}</ServiceMetadata></SignedServiceMetadata>`,
      signer,
    ),
  );
}

const pathOf = ({ value }: Participant, offer: Offer): string =>
  `/${encodeURIComponent(`${PARTICIPANT_SCHEME}::${value}`)}/services/${encodeURIComponent(`${schemeOf(offer)}::${offer.documentType}`)}`;

const participantElement = ({ value }: Participant): string =>
  `<id:ParticipantIdentifier xmlns:id="${IDS}" scheme="${PARTICIPANT_SCHEME}">${escape(value)}</id:ParticipantIdentifier>`;

function serviceGroup(who: Participant, smp: string): string {
  const references = who.offers.map(
    (offer) => `<ServiceMetadataReference href="${escape(smp + pathOf(who, offer))}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ServiceGroup xmlns="${SMP}">${participantElement(who)}<ServiceMetadataReferenceCollection>${references.join('')}</ServiceMetadataReferenceCollection></ServiceGroup>`;
}

const redirect = (href: string, { certificate }: Identity): string =>
  `<Redirect href="${escape(href)}"><CertificateUID>${escape(subjectOf(certificate))}</CertificateUID></Redirect>`;

function serviceInformation(who: Participant, offer: Offer, { certificates, address }: SmpOptions): string {
  const { certificate } =
    who.certificate === 'expired' ? certificates.expiredAccessPoint : certificates.accessPoint;
  const expires = Date.now() + (who.endpoint === 'expired' ? -HOUR_MS : YEAR_MS);
  return [
    `<ServiceInformation>${participantElement(who)}`,
    `<id:DocumentIdentifier xmlns:id="${IDS}" scheme="${schemeOf(offer)}">${escape(offer.documentType)}</id:DocumentIdentifier>`,
    `<ProcessList>`,
    ...processesOf(offer).map((process) => processElement(process, certificate, expires, address)),
    '</ProcessList></ServiceInformation>',
  ].join('');
}

const processElement = (process: string, certificate: string, expires: number, address: string): string =>
  [
    `<Process><id:ProcessIdentifier xmlns:id="${IDS}" scheme="${PROCESS_SCHEME}">${escape(process)}</id:ProcessIdentifier>`,
    `<ServiceEndpointList><Endpoint transportProfile="${AS4_PROFILE}">`,
    `<EndpointReference xmlns="${ADDRESSING}"><Address>${escape(address)}/as4</Address></EndpointReference>`,
    '<RequireBusinessLevelSignature>false</RequireBusinessLevelSignature>',
    `<ServiceActivationDate>${wholeSeconds(Date.now() - YEAR_MS)}</ServiceActivationDate>`,
    `<ServiceExpirationDate>${wholeSeconds(expires)}</ServiceExpirationDate>`,
    `<Certificate>${derOf(certificate)}</Certificate>`,
    '<ServiceDescription>Sandbox access point</ServiceDescription>',
    '<TechnicalContactUrl>mailto:contact@sandbox.invalid</TechnicalContactUrl>',
    '</Endpoint></ServiceEndpointList></Process>',
  ].join('');

const wholeSeconds = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

const businessCard = (who: Participant): string => `<?xml version="1.0" encoding="UTF-8"?>
<BusinessCard xmlns="${BUSINESS_CARD}"><ParticipantIdentifier scheme="${PARTICIPANT_SCHEME}">${escape(who.value)}</ParticipantIdentifier><BusinessEntity><Name>${escape(nameOf(who))}</Name><CountryCode>BE</CountryCode></BusinessEntity></BusinessCard>`;

/** The name of a sandbox participant in the Directory. */
export const nameOf = ({ value }: Participant): string => `Sandbox participant ${value}`;
