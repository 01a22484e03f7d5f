import { type Answer, json, type Reply, text } from './network.ts';

/** The effect of a fault: an answer before anything is done, or a change of the answer. */
type Effect =
  { readonly instead: Answer } | { readonly afterwards: (reply: Reply) => Answer; readonly steps?: number };

const HTML_PAGE =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n';

export const serverError = (path: string): Reply =>
  json(500, { timestamp: new Date().toISOString(), status: 500, error: 'Internal Server Error', path });

export const unavailable = (): Reply => text(503, 'Service Unavailable\n');

export const tooMany = (retryAfter = '2'): Reply => ({
  ...text(429, 'Too Many Requests\n'),
  headers: { 'Retry-After': retryAfter },
});

/** RFC 9110 §5.6.7, the example. */
const LONG_AGO = 'Sun, 06 Nov 1994 08:49:37 GMT';

export const htmlPage = (status: number): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=UTF-8' },
  body: HTML_PAGE,
});

/** The faults of `POST /control/faults`. */
const EFFECTS = {
  drop: { afterwards: () => 'hang-up' },
  reset: { instead: 'reset' },
  '500': { instead: serverError('/') },
  '502-html': { instead: htmlPage(502) },
  '429': { instead: tooMany() },
  '429-now': { instead: tooMany('0') },
  '429-past': { instead: tooMany(LONG_AGO) },
  hang: { instead: 'silence' },
  slow: { afterwards: (reply) => reply, steps: 10 },
  'wrong-type': { afterwards: wrongTypes },
  truncated: { afterwards: (reply) => ({ ...reply, body: half(reply.body) }) },
} as const satisfies Record<string, Effect>;

export type Fault = keyof typeof EFFECTS;
export const FAULTS = Object.keys(EFFECTS) as readonly Fault[];

export const effectOf = (fault: Fault): Effect => EFFECTS[fault];

function half(body: Reply['body'] = ''): Buffer {
  const bytes = Buffer.from(body);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

/** Every member of a JSON object with a value of another type; an empty list for any other value. */
function wrongTypes(reply: Reply): Reply {
  return { ...json(reply.status, otherTypes(reply.body)) };
}

function otherTypes(body: Reply['body'] = ''): unknown {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, otherType(member)]));
  } catch {
    return [];
  }
}

const otherType = (value: unknown): unknown => (typeof value === 'string' ? { value } : String(value));

/**
 * Whether a fault applies to a call.
 * @param called `POST /sendsbdh`: the method and consecutive segments of the path; `*` and `{name}` match any segment.
 */
export function isCall(called: string, method: string, path: string): boolean {
  const [askedMethod = '', askedPath = ''] = called.split(' ');
  if (askedMethod.toUpperCase() !== method) return false;
  const expectedPath = segments(askedPath);
  const given = segments(path);
  return given.some((_, start) =>
    expectedPath.every((each, n) =>
      isAny(each) ? given[start + n] !== undefined : each === given[start + n],
    ),
  );
}

const segments = (path: string): readonly string[] => path.split('/').filter(Boolean);
const isAny = (segment: string): boolean => segment === '*' || /^\{.*\}$/.test(segment);
