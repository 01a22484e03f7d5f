import type { components, ProblemType } from './api-types.ts';

/** A remark about an invoice or a call: what is wrong, where, and what to do about it. */
export type Finding = components['schemas']['Finding'];

/**
 * The service refused a call (RFC 9457). `type` tells which refusal it is; after a 422 `findings` says what to correct.
 *
 * @example
 * ```ts
 * try {
 *   await service.send({ route: 'DE-XRECHNUNG', document: withoutSeller });
 * } catch (error) {
 *   if (!(error instanceof ServiceProblem) || error.type !== 'validation-failed') throw error;
 *   for (const { code, field, message, fix_hint } of error.findings) console.log(code, field, message, fix_hint);
 * }
 * ```
 */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  /** The last part of `typeUri`, the same on every service. */
  readonly type: ProblemType | 'unknown';
  /** The address of a page about this type. */
  readonly typeUri: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly findings: readonly Finding[];
  /** Names the call in the log of the service. */
  readonly requestId: string | undefined;
  /** The wait that the service asks for before the same call. */
  readonly retryAfterMs: number | undefined;

  constructor({ type, title, detail, status, errors }: components['schemas']['Problem'], headers: Headers) {
    // The detail of a malformed call has the words of its findings.
    const further = (errors ?? []).filter(({ message = '' }) => !detail?.includes(message));
    super([[title, detail].filter(Boolean).join(': '), ...further.map(inWords)].join(' '));
    this.type = (type.split('/').at(-1) ?? 'unknown') as ProblemType | 'unknown';
    this.typeUri = type;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.findings = errors ?? [];
    this.requestId = headers.get('X-Request-Id') ?? undefined;
    this.retryAfterMs = retryAfterMs(headers);
  }
}

const inWords = ({ code, message }: Finding): string => `[${code}] ${message ?? ''}`.trimEnd();

/** The problem that an answer holds. A proxy in between may answer with something else. */
export async function problemOf(answer: Response): Promise<ServiceProblem> {
  const body = await answer.json().catch(() => undefined);
  return new ServiceProblem(isProblem(body) ? body : unknownProblem(answer), answer.headers);
}

const isProblem = (body: unknown): body is components['schemas']['Problem'] =>
  typeof body === 'object' && body !== null && 'type' in body && 'title' in body && 'status' in body;

const unknownProblem = ({ status, statusText }: Response): components['schemas']['Problem'] => ({
  type: 'unknown',
  title: `The answer was ${status} ${statusText}`.trimEnd(),
  status,
});

/** The same call will be refused again. */
export const isFinalProblem = (error: unknown): boolean =>
  error instanceof ServiceProblem && error.status < 500 && error.status !== 429;

/** RFC 9110 §10.2.3: seconds or an HTTP date, so both are read. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
