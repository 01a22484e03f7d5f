import { AS4_PROFILE, DOCUMENT_SCHEME, PARTICIPANT_SCHEME, PROCESS_SCHEME } from '../identifiers.ts';
import { participant, type Participant } from '../participants.ts';
import { type JavaException, javaException } from './report.ts';

/** Who is to get what, without schemes. */
export interface Addressing {
  readonly receiver: string;
  readonly documentType: string;
  readonly process: string;
}

export type Found =
  { readonly participant: Participant; readonly failure?: undefined } | { readonly failure: JavaException };

const DNS = 'com.helger.smpclient.url.SMPDNSResolutionException';
const SMP = 'com.helger.phase4.dynamicdiscovery.Phase4SMPException';
const CLIENT = 'com.helger.smpclient.exception';

/** What the access point's own look-up of a receiver ends with. First match wins: it is the order in which it asks. */
export function lookUp(addressing: Addressing, notRegistered: boolean): Found {
  const who = participant(addressing.receiver);
  const offer = who?.offers.find((each) => each.documentType === addressing.documentType);
  const failure = FAILURES.find(({ when }) =>
    when({ addressing, notRegistered, who, offers: offer?.process }),
  );
  if (failure) return { failure: failure.says(addressing) };
  return { participant: who! };
}

interface Seen {
  readonly addressing: Addressing;
  readonly notRegistered: boolean;
  readonly who: Participant | undefined;
  /** The process in which the document type is offered. */
  readonly offers: string | undefined;
}

/** In the words of phase4 4.x: an SMP's 404 has no cause and ends `server error`, a look-up that broke off names its cause. */
const FAILURES: readonly {
  readonly when: (seen: Seen) => boolean;
  readonly says: (addressing: Addressing) => JavaException;
}[] = [
  {
    when: ({ who, notRegistered }) => !who || notRegistered || who.dns === 'none',
    says: ({ receiver }) =>
      javaException(
        DNS,
        `Failed to resolve participant ID '${withScheme(receiver)}' in DNS: the name is not registered`,
      ),
  },
  {
    when: ({ who }) => who?.dns === 'silent',
    says: ({ receiver }) =>
      javaException(
        DNS,
        `Failed to resolve participant ID '${withScheme(receiver)}' in DNS: technical DNS failure`,
        {
          class: 'java.net.SocketTimeoutException',
          message: 'Query timed out',
        },
      ),
  },
  {
    when: ({ who }) => who?.smp === 'unavailable',
    says: (to) =>
      javaException(SMP, `Failed to resolve SMP endpoint (${idsOf(to)})`, {
        class: `${CLIENT}.SMPClientHttpException`,
        message: 'Error thrown with HTTP status code 503',
      }),
  },
  {
    when: ({ who }) => who?.redirects === 2,
    says: (to) =>
      javaException(SMP, `Failed to resolve SMP endpoint (${idsOf(to)})`, {
        class: `${CLIENT}.SMPClientBadResponseException`,
        message: 'The redirected SMP redirects again',
      }),
  },
  {
    when: ({ who, offers }) => who?.smp === 'not-found' || offers === undefined,
    says: (to) => javaException(SMP, `Failed to resolve SMP endpoint (${idsOf(to)}) [static] - server error`),
  },
  {
    when: ({ who, offers, addressing }) => who?.endpoint === 'expired' || offers !== addressing.process,
    says: (to) =>
      javaException(
        SMP,
        `Failed to resolve SMP endpoint (${idsOf(to)}) [static] - failed to select endpoint from ServiceMetadata`,
      ),
  },
];

const withScheme = (receiver: string): string => `${PARTICIPANT_SCHEME}::${receiver}`;

const idsOf = ({ receiver, documentType, process }: Addressing): string =>
  [
    withScheme(receiver),
    `${DOCUMENT_SCHEME}::${documentType}`,
    `${PROCESS_SCHEME}::${process}`,
    AS4_PROFILE,
  ].join(', ');
