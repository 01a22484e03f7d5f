import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { RouteStatuses, SendableStatus } from '../../domain/routes/profile.ts';
import { noAnswerOver } from '../../domain/statuses/answer.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../../domain/vocabulary/document-facts.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { StatusMessages, StatusOrder } from '../../ports/rail/status-messages.ts';
import type { CredentialChoice, CredentialVersions } from '../sending/sending-ports.ts';

type Account = Pick<CredentialChoice, 'choose'>;

export interface AnswerBarPorts {
  readonly rails: Rails;
  readonly credentials: Account & CredentialVersions;
  readonly clock: Clock;
  readonly serviceVersion: string;
}

interface Read {
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
}

/** What decides beside the file: the same basis has the same bar. An account counts where the route asks for it. */
export async function answerBasis(
  { client, route }: Pick<ReceivedRecord, 'client' | 'route'>,
  { rails, credentials, serviceVersion }: Omit<AnswerBarPorts, 'clock'>,
): Promise<string> {
  const messages = rails.get(route)?.statusMessages;
  if (!messages) return `${serviceVersion} no messages`;
  return messages.unfit ? `${serviceVersion} ${await credentials.versionOf(client, route)}` : serviceVersion;
}

/** Why no answer to a received invoice can reach its seller; undefined if one can. */
export async function answerBar(
  { client, route, railId }: Pick<ReceivedRecord, 'client' | 'route' | 'railId'>,
  { facts, addressing }: Read,
  { rails, credentials, clock }: Omit<AnswerBarPorts, 'serviceVersion'>,
): Promise<Text | undefined> {
  const { statuses } = profileOf(route);
  const messages = rails.get(route)?.statusMessages;
  const [first] = statuses?.buyer ?? [];
  if (!statuses || !messages || !first) return noAnswerOver(route);
  const about = {
    by: 'buyer',
    facts,
    addressing,
    at: clock.now(),
    ...(railId !== undefined && { railId }),
  } as const;
  const orders = statuses.buyer.map((row): StatusOrder => ({ ...about, ...leastOf(row, statuses) }));
  const bar = await barBefore({ order: orders[0]!, client, route, messages, credentials });
  if (bar !== undefined) return bar;
  const letters = orders.map((order) => messages.write(order));
  const [unfit, ...others] = letters.flatMap((letter) => ('unfit' in letter ? [letter.unfit] : []));
  return others.length + 1 === letters.length ? unfit : undefined;
}

/** What a status must have. */
function leastOf(
  { code, needsReason, reasons, takesAmounts }: SendableStatus,
  { note, reasonsWithNote }: RouteStatuses,
): Pick<StatusOrder, 'code' | 'reasonCode' | 'note' | 'amounts'> {
  const reasonCode = needsReason ? reasons?.[0] : undefined;
  const needsNote = note === 'required' || (reasonCode !== undefined && reasonsWithNote.includes(reasonCode));
  return {
    code,
    ...(reasonCode !== undefined && { reasonCode }),
    ...(needsNote && { note: '-' }),
    ...(takesAmounts && { amounts: [{ amount: '0.00', vatRate: '0' }] }),
  };
}

interface Sending {
  readonly order: StatusOrder;
  readonly client: string;
  readonly route: Route;
  readonly messages: StatusMessages;
  readonly credentials: Account;
}

/** Why the invoice takes no status, or the client's account cannot send it, whatever it says. */
export async function barBefore({
  order,
  client,
  route,
  messages,
  credentials,
}: Sending): Promise<Text | undefined> {
  const { addressing, by } = order;
  if (profileOf(route).statuses?.selfBilledTypes.includes(addressing.typeCode ?? ''))
    return say('statuses.buyer-issued-invoice-itself');
  // Without a credential the status waits for one.
  const credential = messages.unfit && (await credentials.choose(client, route, addressing[by].ids));
  return credential && messages.unfit?.(credential, order);
}
