import type { NetworkDependencies } from '../network.ts';
import type { Bearer } from './bearers.ts';
import { newReference } from './references.ts';
import { ROUTE } from './route.ts';
import { refuse } from './errors.ts';

/** The outcome of a log-in. */
const ENDS = {
  done: { code: 200, description: 'Uwierzytelnianie zakończone sukcesem' },
  noRights: {
    code: 415,
    description: 'Uwierzytelnianie zakończone niepowodzeniem',
    details: ['Brak przypisanych uprawnień'],
  },
  wrongToken: token('Nieprawidłowy token'),
  wrongTime: token('Nieprawidłowy czas tokena'),
  revokedToken: token('Token unieważniony'),
  inactiveToken: token('Token nieaktywny'),
  certificateOver: certificate('Nieważny certyfikat'),
  certificateRevoked: certificate('Certyfikat odwołany'),
  certificateSuspended: certificate('Certyfikat zawieszony'),
  untrusted: certificate('Niezaufany łańcuch certyfikatów'),
  blocked: {
    code: 480,
    description: 'Uwierzytelnienie zablokowane',
    details: [
      'Podejrzenie incydentu bezpieczeństwa. Skontaktuj się z Ministerstwem Finansów przez formularz zgłoszeniowy.',
    ],
  },
  unknown: { code: 500, description: 'Nieznany błąd' },
  cancelled: {
    code: 550,
    description: 'Operacja została anulowana przez system',
    details: ['Przetwarzanie zostało przerwane z przyczyn wewnętrznych systemu. Spróbuj ponownie'],
  },
  revokedByUser: {
    code: 425,
    description: 'Uwierzytelnienie unieważnione',
    details: ['Uwierzytelnienie i powiązane refresh tokeny zostały unieważnione przez użytkownika'],
  },
} as const satisfies Record<string, Status>;

export type End = keyof typeof ENDS;

interface Status {
  readonly code: number;
  readonly description: string;
  readonly details?: readonly string[];
}

function token(detail: string): Status {
  return {
    code: 450,
    description: 'Uwierzytelnianie zakończone niepowodzeniem z powodu błędnego tokenu',
    details: [detail],
  };
}

function certificate(detail: string): Status {
  return {
    code: 460,
    description: 'Uwierzytelnianie zakończone niepowodzeniem z powodu błędu certyfikatu',
    details: [detail],
  };
}

const CHALLENGE_MS = 10 * 60 * 1000;

interface Challenge {
  readonly timestampMs: number;
  readonly used?: true;
}

/** A log-in from its beginning. */
export interface Operation {
  readonly startedAt: number;
  /** Until then it is in progress. */
  readonly endsAt: number;
  readonly end: End;
  readonly method: 'Token' | 'InternalCertificate' | 'QualifiedSeal' | 'QualifiedSignature';
  readonly bearer: Bearer;
  readonly redeemed?: true;
  readonly revoked?: true;
}

/** Challenges and their use. */
export class LogIns {
  constructor(private readonly dependencies: Pick<NetworkDependencies, 'state' | 'pace'>) {}

  challenge(): { readonly challenge: string; readonly timestampMs: number } {
    const timestampMs = Date.now();
    const challenge = newReference('challenge', timestampMs);
    this.dependencies.state.keep(ROUTE, 'challenge', challenge, { timestampMs } satisfies Challenge);
    return { challenge, timestampMs };
  }

  /**
   * @returns when it was given.
   * @throws KsefRefused if it is unknown, too old, or used.
   */
  use(challenge: string): number {
    const { state } = this.dependencies;
    return state.transaction(() => {
      const known = state.findKept<Challenge>(ROUTE, 'challenge', challenge);
      if (!known || known.used || known.timestampMs + CHALLENGE_MS < Date.now()) throw refuse(21111);
      state.keep(ROUTE, 'challenge', challenge, { ...known, used: true } satisfies Challenge);
      return known.timestampMs;
    });
  }

  begin(method: Operation['method'], end: End, bearer: Omit<Bearer, 'operation'>): Bearer {
    const who = { ...bearer, operation: newReference('authentication') };
    this.keep({ startedAt: Date.now(), endsAt: this.dependencies.pace.dueIn(1), end, method, bearer: who });
    return who;
  }

  private find(reference: string): Operation | undefined {
    return this.dependencies.state.findKept<Operation>(ROUTE, 'operation', reference);
  }

  /** @throws KsefRefused the second time, and if the log-in has not succeeded. */
  redeem(reference: string): void {
    this.dependencies.state.transaction(() => {
      const operation = this.require(reference);
      if (operation.redeemed)
        throw refuse(21301, `Tokeny dla operacji uwierzytelniania ${reference} zostały już pobrane.`);
      const { code } = statusOf(operation);
      if (code !== 200)
        throw refuse(21301, `Status uwierzytelniania (${code}) nie pozwala na pobranie tokenów.`);
      this.keep({ ...operation, redeemed: true });
    });
  }

  /**
   * @param bearer its owner.
   * @throws KsefRefused 21304
   */
  require(reference: string, bearer?: Bearer): Operation {
    const operation = this.find(reference);
    if (operation && (!bearer || bearer.operation === reference)) return operation;
    const detail = `Operacja uwierzytelniania o numerze referencyjnym ${reference} nie została znaleziona.`;
    throw refuse(21304, detail);
  }

  /** Its refresh token is invalid from now on. */
  revoke(reference: string): void {
    const operation = this.find(reference);
    if (operation) this.keep({ ...operation, revoked: true });
  }

  private keep(operation: Operation): void {
    this.dependencies.state.keep(ROUTE, 'operation', operation.bearer.operation, operation);
  }
}

const IN_PROGRESS: Status = { code: 100, description: 'Uwierzytelnianie w toku' };

export function statusOf({ endsAt, end, revoked }: Operation): Status {
  if (endsAt > Date.now()) return IN_PROGRESS;
  return ENDS[revoked ? 'revokedByUser' : end];
}
