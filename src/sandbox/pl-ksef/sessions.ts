import type { NetworkDependencies } from '../network.ts';
import type { Bearer } from './bearers.ts';
import { hasEnded, isAccepted, type SentInvoice } from './invoices.ts';
import { refuse } from './errors.ts';
import type { Form } from './forms.ts';
import { newReference } from './references.ts';
import { ROUTE } from './route.ts';

const LIFE_MS = 12 * 3600 * 1000;

/** How a session was opened, and its state. */
export interface Session {
  readonly type: 'Online' | 'Batch';
  readonly reference: string;
  readonly form?: Form;
  readonly nip: string;
  readonly subject: string;
  readonly context: Bearer['context'];
  readonly proof: Bearer['proof'];
  /** Base64; absent if it could not be unwrapped. */
  readonly key?: string;
  readonly initializationVector: string;
  readonly createdAt: number;
  readonly validUntil: number;
  readonly upoReference: string;
  readonly closedAt?: number;
  /** Its key cannot be used from then on. */
  readonly failedAt?: number;
  readonly batch?: Batch;
}

interface Opening {
  readonly form: Form;
  /** Undefined if it could not be unwrapped: the session fails a step later. */
  readonly key: Buffer | undefined;
  readonly vector: Buffer;
}

/** An announced package, and its outcome. */
export interface Batch {
  readonly offline: boolean;
  /** Of the archive as a whole. */
  readonly size: number;
  readonly hash: string;
  readonly parts: readonly BatchPart[];
  /** Nothing more is taken. */
  readonly uploadUntil: number;
  /** Why it is not processed. */
  readonly broken?: SessionCode;
}

/** Encrypted, as uploaded. */
export interface BatchPart {
  readonly ordinal: number;
  readonly size: number;
  readonly hash: string;
}

/** The present state of a session: `100` takes invoices. */
const BOTH = {
  415: 'Błąd odszyfrowania dostarczonego klucza',
  440: 'Sesja anulowana',
  445: 'Błąd weryfikacji, brak poprawnych faktur',
} as const;

export const STATUSES = {
  Online: {
    100: 'Sesja interaktywna otwarta',
    170: 'Sesja interaktywna zamknięta',
    200: 'Sesja interaktywna przetworzona pomyślnie',
    ...BOTH,
  },
  Batch: {
    100: 'Sesja wsadowa rozpoczęta',
    150: 'Trwa przetwarzanie',
    200: 'Sesja wsadowa przetworzona pomyślnie',
    405: 'Błąd weryfikacji poprawności dostarczonych elementów paczki',
    420: 'Przekroczony limit faktur w sesji',
    430: 'Błąd dekompresji pierwotnego archiwum',
    435: 'Błąd odszyfrowania zaszyfrowanych części archiwum',
    ...BOTH,
  },
} as const satisfies Record<Session['type'], Readonly<Record<number, string>>>;

export type SessionCode = keyof (typeof STATUSES)['Online'] | keyof (typeof STATUSES)['Batch'];

/** Sessions and the invoices in them. */
export class Sessions {
  constructor(private readonly dependencies: Pick<NetworkDependencies, 'state' | 'pace'>) {}

  open(bearer: Bearer, { form, key, vector }: Opening, batch?: Batch): Session {
    const { nip, subject, context, proof } = bearer;
    const now = Date.now();
    const session: Session = {
      type: batch ? 'Batch' : 'Online',
      reference: newReference(batch ? 'batchSession' : 'onlineSession', now),
      form,
      nip,
      subject,
      context,
      proof,
      ...(key ? { key: key.toString('base64') } : { failedAt: this.dependencies.pace.dueIn(1) }),
      initializationVector: vector.toString('base64'),
      createdAt: now,
      validUntil: now + LIFE_MS,
      upoReference: newReference('upo', now),
      ...(batch && { batch }),
    };
    this.keep(session);
    return session;
  }

  find(reference: string): Session | undefined {
    return this.dependencies.state.findKept<Session>(ROUTE, 'session', reference);
  }

  /**
   * @throws KsefRefused 21173 if the context has no such session.
   * @param type if only one type will do.
   */
  require(reference: string, { nip }: Pick<Bearer, 'nip'>, type?: Session['type']): Session {
    const session = this.find(reference);
    if (session?.nip === nip && (type ?? session.type) === session.type) return session;
    throw refuse(21173, `Sesja o numerze referencyjnym ${reference} nie została odnaleziona.`);
  }

  /** @param broken why a package is not processed. */
  close(session: Session, broken?: SessionCode): void {
    const { batch } = session;
    this.keep({
      ...session,
      closedAt: Date.now(),
      ...(batch && broken && { batch: { ...batch, broken } }),
    });
  }

  /** From now on its key cannot be used. */
  fail(session: Session): void {
    this.keep({ ...session, failedAt: Date.now() });
  }

  /** Newest first. */
  of({ nip, subject }: Pick<Bearer, 'nip' | 'subject'>): readonly Session[] {
    return this.dependencies.state
      .allKept<Session>(ROUTE, 'session')
      .filter((session) => session.nip === nip && session.subject === subject)
      .sort((one, other) => other.createdAt - one.createdAt);
  }

  add(invoice: SentInvoice): void {
    this.dependencies.state.keep(ROUTE, `invoices ${invoice.session}`, invoice.reference, invoice);
  }

  invoice(session: Session, reference: string): SentInvoice | undefined {
    return this.dependencies.state.findKept<SentInvoice>(ROUTE, `invoices ${session.reference}`, reference);
  }

  /** In the order in which they came. */
  invoices({ reference }: Session): readonly SentInvoice[] {
    return this.dependencies.state.allKept<SentInvoice>(ROUTE, `invoices ${reference}`);
  }

  /** How many have arrived so far. */
  countIn({ reference }: Session): number {
    return this.dependencies.state.countFor(ROUTE, `in ${reference}`);
  }

  codeOf(session: Session, known?: readonly SentInvoice[]): SessionCode {
    const now = Date.now();
    const { failedAt, closedAt, validUntil, batch } = session;
    if (failedAt !== undefined && failedAt <= now) return 415;
    const endedAt = closedAt ?? batch?.uploadUntil ?? validUntil;
    if (endedAt > now) return 100;
    const { stepMs } = this.dependencies.pace;
    const invoices = known ?? this.invoices(session);
    const isFinished = endedAt + stepMs <= now && invoices.every((each) => each.endsAt + stepMs <= now);
    if (!isFinished) return batch ? 150 : 170;
    if (batch?.broken) return batch.broken;
    if (invoices.length === 0) return 440;
    return invoices.some(isAccepted) ? 200 : 445;
  }

  /** The last thing that happened in it. */
  readUpdateTime({ createdAt, closedAt, failedAt }: Session, invoices: readonly SentInvoice[]): number {
    const past = [closedAt, failedAt, ...invoices.flatMap(({ receivedAt, endsAt }) => [receivedAt, endsAt])];
    return Math.max(createdAt, ...past.filter((at) => at !== undefined && at <= Date.now()).map(Number));
  }

  private keep(session: Session): void {
    this.dependencies.state.keep(ROUTE, 'session', session.reference, session);
  }
}

/** How many invoices a session has, and their outcomes. */
export const countsOf = (
  invoices: readonly SentInvoice[],
): Readonly<Record<'all' | 'good' | 'bad', number>> => {
  const ended = invoices.filter(hasEnded);
  const good = ended.filter(isAccepted).length;
  return { all: invoices.length, good, bad: ended.length - good };
};
