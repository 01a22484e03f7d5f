import { randomUUID } from 'node:crypto';
import { type Call, json, type Reply } from '../network.ts';
import { instant } from './warsaw.ts';

/** Codes of errors (400) with KSeF's text. */
const ERRORS = {
  9101: 'Nieprawidłowy dokument.',
  9102: 'Brak podpisu.',
  9103: 'Przekroczona liczba dozwolonych podpisów.',
  9105: 'Nieprawidłowy podpis.',
  21001: 'Nieczytelna treść.',
  21111: 'Nieprawidłowe wyzwanie autoryzacyjne.',
  21115: 'Nieprawidłowy certyfikat.',
  21117: 'Nieprawidłowy identyfikator podmiotu dla wskazanego typu kontekstu.',
  21155: 'Przekroczono dozwoloną liczbę faktur w sesji.',
  21157: 'Nieprawidłowy rozmiar części pakietu.',
  21161: 'Przekroczono dozwoloną liczbę części pakietu.',
  21164: 'Faktura o podanym identyfikatorze nie istnieje.',
  21165: 'Faktura o podanym numerze KSeF nie jest jeszcze dostępna.',
  21166: 'Korekta techniczna niedostępna.',
  21167: 'Status faktury nie pozwala na korektę techniczną.',
  21173: 'Brak sesji o wskazanym numerze referencyjnym.',
  21175: 'Wynik zapytania o podanym identyfikatorze nie istnieje.',
  21178: 'Nie znaleziono UPO dla podanych kryteriów.',
  21180: 'Status sesji nie pozwala na wykonanie operacji.',
  21182: 'Osiągnięto limit trwających eksportów.',
  21183: 'Zakres filtrowania wykracza poza dostępny zakres danych.',
  21184: 'Sesja jest chwilowo niedostępna.',
  21205: 'Pakiet nie może być pusty.',
  21208: 'Czas oczekiwania na requesty upload lub finish został przekroczony.',
  21217: 'Nieprawidłowe kodowanie znaków.',
  21301: 'Brak autoryzacji.',
  21304: 'Brak uwierzytelnienia.',
  21401: 'Dokument nie jest zgodny ze schemą (xsd).',
  21402: 'Nieprawidłowy rozmiar pliku.',
  21403: 'Nieprawidłowy skrót pliku.',
  21405: 'Błąd walidacji danych wejściowych.',
  21418: 'Przekazany token kontynuacji ma nieprawidłowy format.',
  25001: 'Brak danych do wniosku certyfikacyjnego.',
  25002: 'Wniosek certyfikacyjny jest niedostępny dla tego sposobu uwierzytelnienia.',
  25003: 'Dane w CSR są niezgodne z danymi uwierzytelnionego podmiotu.',
  25004: 'Nieprawidłowy CSR.',
  25005: 'Wniosek o podanym numerze referencyjnym nie istnieje.',
  25006: 'Osiągnięto limit wniosków.',
  25007: 'Osiągnięto limit certyfikatów.',
  25008: 'Certyfikat o podanym numerze seryjnym nie istnieje.',
  25009: 'Certyfikat jest unieważniony, zablokowany lub wygasł.',
  25010: 'Nieprawidłowy rodzaj lub długość klucza.',
  21470: 'Przesłany identyfikator klucza jest nieznany lub wskazuje na wycofany klucz.',
  71001: 'Brak faktury o podanym numerze KSeF.',
  71002: 'Przekroczono liczbę identyfikatorów zbiorczych faktury.',
  71004: 'Faktury mają różnych sprzedawców.',
  71005: 'Numer KSeF występuje więcej niż raz.',
} as const;

type ErrorCode = keyof typeof ERRORS;

/** The form of an error, which the call chooses. */
type ErrorForm = (call: Pick<Call, 'headers'>, path: string) => Reply;

/** The error of a call. The check that finds it throws it. */
export class KsefError extends Error {
  constructor(
    readonly reply: ErrorForm,
    message: string,
  ) {
    super(message);
  }
}

/** 400 with a code of the table. */
export function refuse(code: ErrorCode, ...details: readonly string[]): KsefError {
  const description = ERRORS[code];
  const reply: ErrorForm = (call, path) =>
    asksForProblem(call)
      ? problem(400, path, {
          title: 'Bad Request',
          detail: 'Żądanie jest nieprawidłowe.',
          errors: [{ code, description, details }],
        })
      : json(400, {
          exception: {
            exceptionDetailList: [{ exceptionCode: code, exceptionDescription: description, details }],
            serviceCode: `00-${traceId()}-00`,
            serviceCtx: 'sandbox',
            serviceName: 'sandbox',
            timestamp: instant(Date.now()),
          },
        });
  return new KsefError(reply, `${code} ${description}`);
}

/** 401 and 403 have one form, whatever the call chooses. */
export const refuseUnauthorized = (detail = 'Wymagane jest uwierzytelnienie.'): KsefError =>
  new KsefError((_call, path) => problem(401, path, { title: 'Unauthorized', detail }), detail);

/** 410 */
export const refuseGone = (detail = 'Operacja wygasła i nie jest już dostępna.'): KsefError =>
  new KsefError((_call, path) => problem(410, path, { title: 'Gone', detail }), detail);

export function forbidden(required: readonly string[], present: readonly string[]): KsefError {
  const detail = 'Brak wymaganych uprawnień do wykonania operacji w bieżącym kontekście.';
  const security = { requiredAnyOfPermissions: required, presentPermissions: present };
  return new KsefError(
    (_call, path) =>
      problem(403, path, { title: 'Forbidden', detail, reasonCode: 'missing-permissions', security }),
    detail,
  );
}

/** @param wait whole seconds. */
export function tooManyRequests(detail: string, wait: number): KsefError {
  const title = 'Too Many Requests';
  return new KsefError((call, path) => {
    const reply = asksForProblem(call)
      ? problem(429, path, { title, detail })
      : json(429, { status: { code: 429, description: title, details: [detail] } });
    return { ...reply, headers: { ...reply.headers, 'Retry-After': String(wait) } };
  }, detail);
}

const asksForProblem = ({ headers }: Pick<Call, 'headers'>): boolean =>
  headers['x-error-format'] === 'problem-details';

function problem(status: number, instance: string, members: Readonly<Record<string, unknown>>): Reply {
  const value = { ...members, status, instance, timestamp: instant(Date.now()), traceId: traceId() };
  return json(status, value, { 'Content-Type': 'application/problem+json' });
}

const traceId = (): string => randomUUID().replaceAll('-', '');
