import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { OutboundAnswer } from '../../../ports/outbound.ts';
import type { Participants } from '../../../ports/participants.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type {
  Later,
  NotRegistered,
  RegisteredAt,
  Registering,
  RegistrationOrder,
  Unknown,
} from '../../../ports/rail/registering.ts';
import type { DialectName } from './access-point.ts';
import { byStatus, type Connection, toUnanswered } from './connection.ts';
import type { Dialect, DialectRegistering } from './dialect.ts';
import { participantFrom } from './identifiers.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

type Reached = { readonly dialect: Dialect; readonly connection: Connection };

/**
 * The form that Recommand checks as that of the SML (recommand/recommand-peppol 168cf661, data/participant-migrations.ts): 8 to 24
 * characters, two of each kind at least, no blank.
 */
const KEY_PARTS = [
  /^\S{8,24}$/,
  /^(?:[^A-Z]*[A-Z]){2}/,
  /^(?:[^a-z]*[a-z]){2}/,
  /^(?:\D*\d){2}/,
  /^(?:[A-Za-z\d]*[^A-Za-z\d]){2}/,
];

/** Registration of receivers at the provider of a credential. The network's own register is asked by DNS. */
export function peppolRegistering(
  reach: (credential: OpenedCredential) => Reached | undefined,
  participants: Participants | undefined,
): Registering {
  const ready = (credential: OpenedCredential): readonly [Connection, DialectRegistering] | undefined => {
    const reached = reach(credential);
    const registering = reached?.dialect.registering;
    return registering && !registering.unfit?.(reached.connection.accessPoint)
      ? [reached.connection, registering]
      : undefined;
  };
  return {
    participantOf: participantFrom,
    isMigrationKey: (text) => KEY_PARTS.every((part) => part.test(text)),
    offerOf: (credential) => {
      const reached = reach(credential);
      if (!reached) return { offers: 'nothing', reason: statuses.credentialRefused.message };
      const { accessPoint } = reached.connection;
      const { registering } = reached.dialect;
      const reason = registering ? registering.unfit?.(accessPoint) : notOffered(accessPoint.dialect);
      if (!registering || reason !== undefined) return { offers: 'nothing', reason: reason ?? '' };
      const { provider, takesMigrationKeys } = registering;
      return { offers: 'registration', provider, takesMigrationKeys };
    },
    lookUp: async ({ credential, participant }) => {
      const reached = reach(credential);
      const smp = await participants?.smpOf(participant, reached?.connection.accessPoint.sender);
      if (!smp) return { at: 'unknown', reason: statuses.lookUpFailed.message };
      if (smp.kind === 'none') return { at: 'nowhere' };
      if (smp.kind === 'unknown')
        return {
          at: 'unknown',
          reason: (smp.isZoneDoubtful ? statuses.zoneDoubtful : statuses.lookUpFailed).message,
        };
      return placeAt(smp.url, reached?.dialect.registering?.smpHosts);
    },
    ask: (order) => callBy(order, ready, ([to, by]) => by.ask(to, registrantOf(order))),
    register: (order) =>
      callBy(order, ready, ([to, by]) => {
        const { migrationKey } = order;
        return by.register(to, {
          ...registrantOf(order),
          ...(migrationKey !== undefined && { migrationKey }),
        });
      }),
    release: (order) => callBy(order, ready, ([to, by]) => by.release(to, registrantOf(order))),
  };
}

/** Such hosts are one provider's own, whatever stands behind them. */
function placeAt(url: string, own: RegExp | undefined): RegisteredAt {
  const { host, hostname, pathname } = new URL(url);
  return {
    at: 'somewhere',
    host: `${host}${pathname.replace(/\/$/, '')}`,
    ...(own?.test(hostname) && { isOwn: true }),
  };
}

async function callBy<T>(
  { credential }: RegistrationOrder,
  ready: (credential: OpenedCredential) => readonly [Connection, DialectRegistering] | undefined,
  call: (by: readonly [Connection, DialectRegistering]) => Promise<T>,
): Promise<T | NotRegistered> {
  const by = ready(credential);
  return by ? call(by) : { outcome: 'refused', reason: statuses.credentialRefused.message };
}

const registrantOf = ({ participant, reference }: RegistrationOrder) => ({
  participant,
  ...(reference !== undefined && { reference }),
});

const notOffered = (dialect: DialectName): Text => say('networks-peppol.registers-on-its-pages', { dialect });

/** A call that did not bring what was asked for: by its status alone. */
export function notDone(answer: OutboundAnswer): Unknown | Later | NotRegistered {
  const { mapping, message = mapping.message } =
    answer.outcome === 'answered' ? byStatus(answer) : toUnanswered(answer);
  const reason = message;
  if (answer.outcome === 'unreachable' || mapping === statuses.tooMany) return { outcome: 'later', reason };
  if (answer.outcome === 'lost') return { outcome: 'unknown', reason };
  if (answer.outcome === 'refused') return { outcome: 'refused', reason };
  return answer.status === 401 || answer.status === 403
    ? { outcome: 'refused', reason }
    : { outcome: 'unknown', reason };
}
