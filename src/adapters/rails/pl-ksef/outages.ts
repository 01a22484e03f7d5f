import { isUrl } from '../../../domain/is-url.ts';
import type { StatusMapping } from '../../../domain/delivery/status-mapping.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { RailAnswer } from '../../../ports/rail.ts';
import { parsed } from '../json.ts';
import { type Json, listIn, objectIn, shortened, textIn } from './ksef.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from './status-mappings.ts';

interface Settings {
  /** Of the availability service (Latarnia); undefined where a system has none. */
  readonly url?: string;
  /** Between two tries while KSeF is announced to be away. */
  readonly pauseS: number;
}

/** What the service announces, by its status (the note, 9.1). */
const ANNOUNCED: ReadonlyMap<unknown, StatusMapping> = new Map<unknown, StatusMapping>([
  ['MAINTENANCE', statuses.maintenance],
  ['FAILURE', statuses.failure],
  ['TOTAL_FAILURE', statuses.totalFailure],
]);

/** Of a call that did not get through to KSeF; an answer of KSeF itself is none. */
const AWAY: ReadonlySet<StatusMapping> = new Set<StatusMapping>([
  statuses.unreachable,
  statuses.outOfOrder,
  statuses.answerLost,
  statuses.logInFailed,
  statuses.notOpened,
  statuses.noKey,
]);

const CALL_MS = 5_000;
const MOST_BYTES = 200_000;
const KEPT_MS = 60_000;
/** From then on somebody is told. */
const LONG_MS = 60 * 60_000;

interface Known {
  readonly at: number;
  readonly announced: Announced | undefined;
}
interface Announced {
  readonly mapping: StatusMapping;
  readonly status: string;
  readonly title: string;
}

/**
 * Outages that the ministry announces. KSeF itself is asked first, always: the service goes down while KSeF works, and one that cannot be
 * reached says nothing. While KSeF is announced to be away an invoice waits, and no try counts as failed.
 */
export class Outages {
  private known: Known | undefined;

  constructor(
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * The answer, or that the invoice waits.
   * @param since when the invoice was first to be sent.
   */
  async explained<A extends object>(answer: A | RailAnswer, since: Date): Promise<A | RailAnswer> {
    if (!('mapping' in answer) || !AWAY.has(answer.mapping)) return answer;
    const announced = await this.announced();
    if (!announced) return answer;
    const { mapping, status, title } = announced;
    const isLong = this.clock.now().getTime() - since.getTime() >= LONG_MS;
    return {
      mapping: isLong ? { ...mapping, opensCareAtOnce: true } : mapping,
      message: shortened([mapping.message, title].filter(Boolean).join(' ')),
      raw: { availability: status },
      retryAfterSeconds: this.settings.pauseS,
    };
  }

  private async announced(): Promise<Announced | undefined> {
    const now = this.clock.now().getTime();
    const age = this.known ? now - this.known.at : KEPT_MS;
    if (this.known && age >= 0 && age < KEPT_MS) return this.known.announced;
    const announced = await this.asked();
    this.known = { at: now, announced };
    return announced;
  }

  /** Undefined for what is available, and for all that says nothing. */
  private async asked(): Promise<Announced | undefined> {
    const { url } = this.settings;
    if (url === undefined || !isUrl(url)) return undefined;
    const answer = await this.outbound.call({
      method: 'GET',
      url: `${url}/status`,
      namedBy: 'operator',
      headers: { Accept: 'application/json' },
      timeoutMs: CALL_MS,
      mostBytes: MOST_BYTES,
    });
    if (answer.outcome !== 'answered' || answer.status !== 200) return undefined;
    const said: Json = objectIn(parsed(Buffer.from(answer.body).toString('utf8'))) ?? {};
    const mapping = ANNOUNCED.get(said['status']);
    const [first] = listIn(said['messages']);
    return mapping && { mapping, status: String(said['status']), title: textIn(first?.['title']) ?? '' };
  }
}
