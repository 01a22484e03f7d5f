import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { isUrl } from '../../../../domain/is-url.ts';
import type { AnnouncedOutage } from '../../../../domain/lifecycle/offline.ts';
import type { StatusMapping } from '../../../../domain/sending/status-mapping.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Outbound } from '../../../../ports/outbound.ts';
import type { Inquiry } from '../../../../ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { parse } from '../../../../domain/json/json-object.ts';
import { type Json, listIn, objectIn, textIn } from './ksef.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

interface Settings {
  /** The address of the availability service (Latarnia); undefined if a system has none. */
  readonly url?: string;
  /** Between two tries during an announced outage. */
  readonly pauseS: number;
}

/** The meaning of the announced status (CIRFMF/ksef-latarnia). */
const ANNOUNCED: ReadonlyMap<unknown, Pick<Announced, 'mapping'> & Pick<AnnouncedOutage, 'mode'>> = new Map<
  unknown,
  Pick<Announced, 'mapping'> & Pick<AnnouncedOutage, 'mode'>
>([
  ['MAINTENANCE', { mapping: statuses.maintenance, mode: 'unavailability' }],
  ['FAILURE', { mapping: statuses.failure, mode: 'failure' }],
  ['TOTAL_FAILURE', { mapping: statuses.totalFailure, mode: 'total_failure' }],
]);

/** Failures of a call that did not reach KSeF. An answer of KSeF itself is not one. */
const AWAY: ReadonlySet<StatusMapping> = new Set<StatusMapping>([
  statuses.unreachable,
  statuses.outOfOrder,
  statuses.answerLost,
  statuses.logInFailed,
  statuses.notOpened,
  statuses.noKey,
]);

const CALL_MS = 5_000;
const MAX_BYTES = 200_000;
const KEPT_MS = 60_000;
/** After this time a care row is opened. */
const LONG_MS = 60 * 60_000;

interface Known {
  readonly at: number;
  readonly announced: Announced | undefined;
}
interface Announced {
  readonly mapping: StatusMapping;
  readonly status: string;
  readonly title: string;
  readonly outage: AnnouncedOutage;
}

/**
 * Outages that the ministry announces. KSeF itself is always asked first: the announcement may be missing or wrong, and a
 * service that cannot be reached says nothing. During an announced outage an invoice waits, and no try counts as failed.
 */
export class Outages {
  private known: Known | undefined;

  constructor(
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * The answer, or the outage for which the invoice waits.
   * @param inquiry of the invoice, which was to be sent at `startedAt` first.
   */
  async explain<A extends object>(
    answer: A | RailAnswer,
    { startedAt, credential }: Pick<Inquiry, 'startedAt' | 'credential'>,
  ): Promise<A | RailAnswer> {
    if (!('mapping' in answer) || !AWAY.has(answer.mapping)) return answer;
    const announced = await this.announce(credential);
    if (!announced) return answer;
    const { mapping, status, title, outage } = announced;
    const isLong = this.clock.now().getTime() - startedAt.getTime() >= LONG_MS;
    return {
      mapping: isLong ? { ...mapping, opensCareAtOnce: true } : mapping,
      message: withQuotes(mapping.message, [title]),
      raw: { availability: status },
      outage,
      retryAfterSeconds: this.settings.pauseS,
    };
  }

  private async announce(credential: OpenedCredential): Promise<Announced | undefined> {
    const now = this.clock.now().getTime();
    const age = this.known ? now - this.known.at : KEPT_MS;
    if (this.known && age >= 0 && age < KEPT_MS) return this.known.announced;
    const announced = await this.ask(credential);
    this.known = { at: now, announced };
    return announced;
  }

  /** Undefined if KSeF is available, or if the service does not tell. */
  private async ask({ calls }: OpenedCredential): Promise<Announced | undefined> {
    const { url } = this.settings;
    if (url === undefined || !isUrl(url)) return undefined;
    const answer = await this.outbound.call({
      method: 'GET',
      url: `${url}/status`,
      namedBy: 'operator',
      headers: { Accept: 'application/json' },
      timeoutMs: CALL_MS,
      maxBytes: MAX_BYTES,
      calls,
    });
    if (answer.outcome !== 'answered' || answer.status !== 200) return undefined;
    const response: Json = objectIn(parse(Buffer.from(answer.body).toString('utf8'))) ?? {};
    const known = ANNOUNCED.get(response['status']);
    if (!known) return undefined;
    const messages = listIn(response['messages']);
    const [first] = messages;
    const own = messages.find(({ category }) => category === response['status']) ?? first;
    const endsAt = new Date(textIn(own?.['end']) ?? NaN);
    return {
      mapping: known.mapping,
      status: String(response['status']),
      title: textIn(first?.['title']) ?? '',
      outage: { mode: known.mode, ...(!Number.isNaN(endsAt.getTime()) && { endsAt }) },
    };
  }
}
