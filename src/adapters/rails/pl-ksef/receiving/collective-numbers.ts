import { say } from 'en16931-rules/vocabulary/message.ts';
import { codeWith } from 'en16931-rules/vocabulary/quoted.ts';
import { createHash } from 'node:crypto';
import type {
  CollectiveAnswer,
  CollectiveNumbers,
  CollectiveOrder,
} from '../../../../ports/rail/collective-numbers.ts';
import type { Sessions } from '../../../../ports/sessions.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import { type Call, type Json, type KsefResponse, listIn, textIn } from '../client/ksef.ts';
import { isRefusedCredential } from '../client/log-in-errors.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';
import { AWAIT_LOG_IN } from '../../log-in-under-way.ts';

/** NIP, year and month, twelve hexadecimal digits and two check digits (CIRFMF/ksef-api, `api-changelog.md` 2.7.0). */
const NUMBER = /^[1-9]\d{9}-IZ20\d{4}-[0-9A-F]{12}-[0-9A-F]{2}$/;
/** An invoice is in at most 132 of them; a page has at least ten. */
const MAX_PAGES = 20;
/** Numbers of one query for their invoices. */
const MAX_ASKED = 10;
/** A mark of the store counts for two minutes: the calls of one run end before. */
const CALL_MS = 15_000;

interface Ports {
  readonly calls: Pick<KsefCalls, 'call'>;
  readonly sessions: Sessions;
}

type Failed = Exclude<CollectiveAnswer, { readonly number: string }>;

/**
 * Collective identifiers (API 2.7 and later). KSeF makes a new number at every call, so it is first asked for one of exactly these invoices.
 * One process at a time does both and stores the number; one that died in between has left it at KSeF, where the next one finds it.
 */
export class KsefCollectiveNumbers implements CollectiveNumbers {
  /** `GET /limits/context`; the ministry may raise it. */
  readonly maxInvoices = 500;

  constructor(private readonly ports: Ports) {}

  async findOrMake({ credential, recipient, railIds }: CollectiveOrder): Promise<CollectiveAnswer> {
    const caller: Caller = { credential, nip: recipient };
    const invoices = [...railIds].sort();
    const name = `collective ${createHash('sha256').update(invoices.join(' ')).digest('hex')}`;
    const opened = await this.ports.sessions.use<Failed>(
      { route: 'PL-KSEF', credential, name },
      {
        isGood: (storedNumber) => NUMBER.test(storedNumber),
        open: async () => {
          const answer = await this.run(caller, invoices);
          return 'number' in answer ? { session: answer.number } : { failed: answer };
        },
      },
    );
    if (opened === 'busy') return AWAIT_LOG_IN;
    return 'session' in opened ? { number: opened.session } : opened.failed;
  }

  private async run(caller: Caller, invoices: readonly string[]): Promise<CollectiveAnswer> {
    const before = await this.find(caller, invoices);
    if (before) return before;
    const body = { invoices: invoices.map((ksefNumber) => ({ ksefNumber })) };
    const response = await this.call(caller, { path: '/collective-identifiers', body });
    const made = response.kind === 'json' ? textIn(response.json['collectiveIdentifierNumber']) : undefined;
    if (made !== undefined && NUMBER.test(made)) return { number: made };
    if (response.kind === 'refused') return toRejection(response);
    // A lost answer: it may have been made.
    const after = await this.find(caller, invoices);
    return after && 'number' in after ? after : toFailure(response);
  }

  /** @returns undefined if KSeF lists none of exactly these invoices. */
  private async find(caller: Caller, invoices: readonly string[]): Promise<CollectiveAnswer | undefined> {
    const path = `/collective-identifiers/ksef/${encodeURIComponent(invoices[0] ?? '')}?pageSize=200`;
    const listed = await this.list(caller, { path }, 'collectiveIdentifiers');
    if (!Array.isArray(listed)) return listed as Failed;
    const numbers = (listed as readonly Json[])
      .filter((row) => row['createdInCurrentContext'] === true)
      .flatMap((row) => textIn(row['collectiveIdentifierNumber']) ?? []);
    for (let from = 0; from < numbers.length; from += MAX_ASKED) {
      const requestedNumbers = numbers.slice(from, from + MAX_ASKED);
      const body = { collectiveIdentifierNumbers: requestedNumbers };
      const presentNumber = await this.list(
        caller,
        { path: '/collective-identifiers/invoices?pageSize=500', body },
        'invoices',
      );
      if (!Array.isArray(presentNumber)) return presentNumber as Failed;
      const number = requestedNumbers.find((one) =>
        isOfExactly(invoices, one, presentNumber as readonly Json[]),
      );
      if (number !== undefined) return { number };
    }
    return undefined;
  }

  /** All pages of a list. */
  private async list(caller: Caller, call: Call, member: string): Promise<readonly Json[] | Failed> {
    const all: Json[] = [];
    let continuation: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const response = await this.call(caller, { ...call, ...(continuation && { continuation }) });
      if (response.kind === 'refused') return toRejection(response);
      if (response.kind !== 'json') return toFailure(response);
      all.push(...listIn(response.json[member]));
      continuation = textIn(response.json['continuationToken']);
      if (continuation === undefined) return all;
    }
    return { failed: { mapping: statuses.notUnderstood } };
  }

  private call(caller: Caller, call: Call): ReturnType<KsefCalls['call']> {
    return this.ports.calls.call(caller, 'collective', { ...call, timeoutMs: CALL_MS });
  }
}

function isOfExactly(invoices: readonly string[], number: string, rows: readonly Json[]): boolean {
  const numbers = rows.flatMap((row) =>
    row['collectiveIdentifierNumber'] === number ? (textIn(row['ksefNumber']) ?? []) : [],
  );
  return numbers.length === invoices.length && invoices.every((one) => numbers.includes(one));
}

const toRejection = ({ code, text }: Extract<KsefResponse, { kind: 'refused' }>): Failed => ({
  refused: say('networks-pl-ksef.ksef-makes-no-collective-number', { value: codeWith(code, text) }),
});

function toFailure(response: KsefResponse): Failed {
  if (response.kind !== 'failure') return { failed: { mapping: statuses.notUnderstood } };
  const { failure } = response;
  return isRefusedCredential(failure.mapping)
    ? { refused: failure.message ?? failure.mapping.message }
    : { failed: failure };
}
