import { AS4_PROFILE, offerFor, PARTICIPANT_SCHEME, PROCESS_SCHEME, processesOf } from '../identifiers.ts';
import type { Names, Participant } from '../participants.ts';
import { type JavaException, javaException } from './report.ts';

/** Receiver, document type and process; only the document type has its scheme. */
export interface Addressing {
  readonly receiver: string;
  readonly documentScheme?: string;
  readonly documentType: string;
  readonly process: string;
}

/** The failure of a receiver's look-up. */
export interface Failure {
  /** The exception of phase4. */
  readonly exception: JavaException;
  /** The result of the send call; without it the send builder never ran. */
  readonly result?: 'TRANSPORT_ERROR' | 'TRANSPORT_ERROR_NO_RETRY';
  /** The text of phoss-ap, with the cause if there is one. */
  readonly error: string;
  readonly cause?: JavaException;
  /** phoss-ap does not repeat it. */
  readonly isFinal: boolean;
}

type Found =
  { readonly participant: Participant; readonly failure?: undefined } | { readonly failure: Failure };

const DNS = 'com.helger.smpclient.url.SMPDNSResolutionException';
const SMP = 'com.helger.phase4.dynamicdiscovery.Phase4SMPException';
const CLIENT = 'com.helger.smpclient.exception';

/** Failures of the access point's own look-up of a receiver. The first match wins: it is the order of the look-up. */
export function lookUp(names: Names, addressing: Addressing, notRegistered: boolean): Found {
  const who = names.find(addressing.receiver);
  const scheme = addressing.documentScheme ?? 'busdox-docid-qns';
  const offer = who && offerFor(who.offers, scheme, addressing.documentType);
  const seen = { addressing, notRegistered, who, processes: offer && processesOf(offer) };
  const failure = FAILURES.find(({ when }) => when(seen));
  if (failure) return { failure: failure.says(addressing) };
  return { participant: who! };
}

interface Seen {
  readonly addressing: Addressing;
  readonly notRegistered: boolean;
  readonly who: Participant | undefined;
  /** The process in which the document type is offered. */
  readonly processes: readonly string[] | undefined;
}

const dnsFailure = (receiver: string, message: string): Failure => {
  const exception = javaException(DNS, message);
  const error = `The participant ID '${PARTICIPANT_SCHEME}::${receiver}' is not registered in the Peppol Network`;
  return { exception, error, cause: exception, isFinal: true };
};

/** A library flag allows a repeat after 404 and none after 503; so does the access point. */
function smpFailure(addressing: Addressing, tail: string, cause?: JavaException, isFinal = false): Failure {
  const error = `Failed to resolve SMP endpoint (${idsOf(addressing)})${tail}`;
  return {
    exception: javaException(SMP, error, cause),
    result: isFinal ? 'TRANSPORT_ERROR_NO_RETRY' : 'TRANSPORT_ERROR',
    error,
    ...(cause && { cause }),
    isFinal,
  };
}

const domain = 'participant.sml.sandbox.invalid';

/** With the texts of phase4 and peppol-commons. */
const FAILURES: readonly {
  readonly when: (seen: Seen) => boolean;
  readonly says: (addressing: Addressing) => Failure;
}[] = [
  {
    when: ({ who, notRegistered }) => !who || notRegistered || who.dns === 'none',
    says: ({ receiver }) =>
      dnsFailure(receiver, `Participant DNS name '${domain}' is not registered [HOST_NOT_FOUND]`),
  },
  {
    when: ({ who }) => who?.dns === 'silent',
    says: ({ receiver }) =>
      dnsFailure(receiver, `Technical DNS failure resolving '${domain}' [TRY_AGAIN]: timed out`),
  },
  {
    when: ({ who }) => who?.smp === 'unavailable',
    says: (to) =>
      smpFailure(
        to,
        '',
        javaException(`${CLIENT}.SMPClientHttpException`, 'Error thrown with HTTP status code 503'),
        true,
      ),
  },
  {
    when: ({ who }) => who?.redirects === 2,
    says: (to) =>
      smpFailure(
        to,
        '',
        javaException(`${CLIENT}.SMPClientBadResponseException`, 'The redirected SMP redirects again'),
      ),
  },
  {
    when: ({ who, processes }) => who?.smp === 'not-found' || processes === undefined,
    says: (to) => smpFailure(to, ' [static] - server error'),
  },
  {
    when: ({ who, processes, addressing }) =>
      who?.endpoint === 'expired' || processes?.includes(addressing.process) === false,
    says: (to) => smpFailure(to, ' [static] - failed to select endpoint from ServiceMetadata'),
  },
];

const idsOf = ({
  receiver,
  documentScheme = 'busdox-docid-qns',
  documentType,
  process,
}: Addressing): string =>
  [
    `${PARTICIPANT_SCHEME}::${receiver}`,
    `${documentScheme}::${documentType}`,
    `${PROCESS_SCHEME}::${process}`,
    AS4_PROFILE,
  ].join(', ');
