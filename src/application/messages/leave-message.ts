import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { MessagePage, RouteMessage } from '../../ports/rail/route-messages.ts';
import type { Route } from '../../domain/vocabulary/route.ts';

/** A message that is left in a list, and for how long at most. */
export interface Leaving {
  /** The client whose invoice it is about, if it is known. */
  readonly owner?: string;
  readonly maxMs: number;
}

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'findSent' | 'submitterOf'>;
  readonly credentials: { live(client: string, route: Route): Promise<readonly OpenedCredential[]> };
}

/** The owner's credential may belong to another account by now: then it never reads this list. */
const MAX_FOR_OWNER_MS = 86_400_000;
/** More than a call, the commit of its answer, and a worker that takes over from a dead one. */
const MAX_WITHOUT_OWNER_MS = 600_000;

/** @returns undefined if the reader takes all messages of the page: they are its own, or no other client's. */
export async function leavingOf(
  { messages, isReadBy }: MessagePage,
  reader: Feed,
  ports: Ports,
): Promise<Leaving | undefined> {
  if (!isReadBy) return undefined;
  for (const message of messages) {
    const leaving = await leavingOne(message, isReadBy, reader, ports);
    if (leaving) return leaving;
  }
  return undefined;
}

/** Our name of a submission is stored before its call, the route's name only after the answer. */
async function leavingOne(
  { about }: RouteMessage,
  isReadBy: (credential: OpenedCredential) => boolean,
  { client, route }: Feed,
  { invoices, credentials }: Ports,
): Promise<Leaving | undefined> {
  if ('submissionId' in about) {
    const owner = await invoices.submitterOf({ route, submissionId: about.submissionId });
    if (owner === undefined || owner === client) return undefined;
    const isRead = (await credentials.live(owner, route)).some(isReadBy);
    return isRead ? { owner, maxMs: MAX_FOR_OWNER_MS } : undefined;
  }
  if (!('legalId' in about)) return undefined;
  const own = await invoices.findSent({ client, route, legalId: about.legalId });
  return own.length > 0 ? undefined : { maxMs: MAX_WITHOUT_OWNER_MS };
}
