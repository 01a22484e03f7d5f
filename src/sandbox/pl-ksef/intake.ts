import { createHash } from 'node:crypto';
import { type NetworkDependencies, Refused } from '../network.ts';
import { type InvoiceParts, invoiceParts } from './invoice-parts.ts';
import type { SentInvoice, Verdict } from './invoices.ts';
import { isThirdParty } from './metadata.ts';
import { optionsOf } from './options.ts';
import { ksefNumber, newReference } from './references.ts';
import { ROUTE } from './route.ts';
import type { Session, Sessions } from './sessions.ts';
import { dayOf } from './warsaw.ts';
import type { Ending } from './endings.ts';
import { sha256 } from './keys.ts';
import type { Held, Repository } from './repository.ts';

/** 100, then 150. */
const PROCESSING_STEPS = 2;

/** A file that was announced in a session. */
export interface Arriving {
  readonly session: Session;
  /** Announced, base64. */
  readonly hash: string;
  readonly fileName?: string;
  readonly offline: boolean;
  readonly corrects?: string;
}

/** One that could be read. */
interface Readable extends Arriving {
  readonly bytes: Buffer;
  readonly parts: InvoiceParts;
}

/** All documents that KSeF takes. The verdict is made at once, and shown when it is due. */
export class Intake {
  constructor(
    private readonly dependencies: NetworkDependencies,
    private readonly sessions: Sessions,
    private readonly repository: Repository,
  ) {}

  /** @returns how often this invoice has arrived, this time included. */
  count({ sellerNip, number }: InvoiceParts): number {
    return this.dependencies.state.count(ROUTE, `sent ${JSON.stringify([sellerNip, number])}`);
  }

  /** Stores an invoice with a failure. */
  refuse(arriving: Arriving, verdict: Verdict, parts?: InvoiceParts, ending: Ending = {}): SentInvoice {
    return this.add(arriving, verdict, ending, parts);
  }

  /** Stores a valid invoice; only its number may still be a duplicate. */
  take(arriving: Readable, ending: Ending): SentInvoice {
    return this.together(() => this.takeOne(arriving, ending));
  }

  /** All of it, or nothing. */
  together<T>(work: () => T): T {
    return this.dependencies.state.transaction(work);
  }

  /** As `take`, within a batch. */
  takeOne(arriving: Readable, ending: Ending): SentInvoice {
    const original = this.before(arriving) ?? (ending.ends === 440 ? this.another(arriving) : undefined);
    if (original) return this.add(arriving, this.repository.duplicateOf(original), ending, arriving.parts);
    if (ending.ends) return this.add(arriving, { code: ending.ends }, ending, arriving.parts);
    const taken = this.add(arriving, { code: 200 }, ending, arriving.parts);
    this.repository.keep(toHeld(arriving, taken), arriving.bytes);
    this.hold(arriving, taken);
    return taken;
  }

  private before({ parts }: Readable): Held | undefined {
    return optionsOf(this.dependencies.state).duplicate_check ? this.repository.original(parts) : undefined;
  }

  private add(arriving: Arriving, verdict: Verdict, ending: Ending, parts?: InvoiceParts): SentInvoice {
    const { state, pace } = this.dependencies;
    const receivedAt = Date.now();
    const endsAt = receivedAt + (PROCESSING_STEPS + (ending.extraSteps ?? 0)) * pace.stepMs;
    const { session, hash, fileName } = arriving;
    const sent: SentInvoice = {
      session: session.reference,
      reference: newReference('invoice', receivedAt),
      ordinal: state.count(ROUTE, `in ${session.reference}`),
      hash,
      ...(fileName !== undefined && { fileName }),
      receivedAt,
      processedFrom: receivedAt + pace.stepMs,
      endsAt,
      storedAt: endsAt + optionsOf(state).metadata_lag_steps * pace.stepMs,
      verdict,
      ...(parts && {
        number: parts.number,
        mode: modeOf(arriving, parts, receivedAt),
        sellerNip: parts.sellerNip,
        issueDate: parts.issueDate,
      }),
      ...(verdict.code === 200 && parts && { ksefNumber: ksefNumber(parts.sellerNip, endsAt) }),
    };
    this.sessions.add(sent);
    return sent;
  }

  /** Another invoice of that number, as if the seller had sent it in another way. */
  private another(arriving: Readable): Held {
    const bytes = Buffer.concat([arriving.bytes, Buffer.from('<!-- sent before, by other means -->')]);
    const now = Date.now();
    const invoice: Held = {
      ...toHeld(arriving, {
        ksefNumber: ksefNumber(arriving.parts.sellerNip, now),
        receivedAt: now,
        endsAt: now,
        storedAt: now,
      }),
      session: newReference('onlineSession', now),
      hash: sha256(bytes),
    };
    this.repository.keep(invoice, bytes);
    return invoice;
  }

  /** An invoice of another seller, for a buyer or for a third party that it names. */
  layReady = (recipient: string, bytes: Buffer): Readonly<Record<string, unknown>> => {
    const buyerNip = recipient.replaceAll(/\D/g, '');
    if (!/^\d{10}$/.test(buyerNip)) throw new Refused('recipient must be a NIP, ten digits.');
    const parts = readOrRefuse(bytes);
    const now = Date.now();
    const invoice: Held = {
      ksefNumber: ksefNumber(parts.sellerNip, now),
      session: newReference('onlineSession', now),
      hash: sha256(bytes),
      receivedAt: now,
      acceptedAt: now,
      storedAt: now,
      mode: 'Online',
      parts: isThirdParty(parts, buyerNip) ? parts : { ...parts, buyerNip },
    };
    this.repository.keep(invoice, bytes);
    return { recipient: buyerNip, invoice_number: parts.number, ksef_number: invoice.ksefNumber };
  };

  private hold(
    { session, bytes, parts, corrects }: Readable,
    { reference, ksefNumber, mode }: SentInvoice,
  ): void {
    this.dependencies.state.hold({
      route: ROUTE,
      identity: ksefNumber ?? reference,
      number: parts.number,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      facts: {
        session: session.reference,
        reference,
        seller_nip: parts.sellerNip,
        issue_date: parts.issueDate,
        type: parts.type,
        invoicing_mode: mode,
        ...(corrects !== undefined && { corrects }),
      },
    });
  }
}

function readOrRefuse(bytes: Buffer): InvoiceParts {
  try {
    const parts = invoiceParts(bytes);
    if (parts) return parts;
  } catch {
    // The error is reported below.
  }
  throw new Refused('The body must be an FA(3), an FA_RR(1) or a PEF(3).');
}

const toHeld = (
  { session, hash, parts, offline, corrects }: Readable,
  sent: Pick<SentInvoice, 'ksefNumber' | 'receivedAt' | 'endsAt' | 'storedAt'>,
): Held => ({
  ksefNumber: sent.ksefNumber ?? '',
  session: session.reference,
  hash,
  receivedAt: sent.receivedAt,
  acceptedAt: sent.endsAt,
  storedAt: sent.storedAt,
  mode: modeOf({ offline }, parts, sent.receivedAt),
  ...(corrects !== undefined && { corrects }),
  parts,
});

/** An invoice of an earlier day was issued offline, whatever its sender states. */
const modeOf = (
  { offline }: Pick<Arriving, 'offline'>,
  { issueDate }: InvoiceParts,
  receivedAt: number,
): 'Online' | 'Offline' => (offline || issueDate < dayOf(receivedAt) ? 'Offline' : 'Online');
