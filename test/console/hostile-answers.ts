/** Members that the page takes for more than a text: names of states and kinds, times, addresses of further calls. */
const KEPT =
  /(^|_)(id|ids|at|on|now|since|until|today|ends|begins|day|date|from|to|next|after|cursor|self|events|href|sha256|state|status|statuses|route|routes|kind|kinds|type|fixes|acts|severity|scopes?|role|lane|lanes|outcome|purpose|as|direction|environment|version|change|origin|by|stage|countries|method|note_kind|code|url|client|format|deadline|language|state_at|layer|layers|field_kind|block|align|terms|xpath)$/;

/** Marked up, turned around, and longer than any name. */
const HOSTILE = `<img src=x onerror="document.title='broken'">‮${'W'.repeat(10_000)}`;
/** Without a place to break: a part of it has to stay inside its cell. */
const SHORT = `<img src=x onerror="document.title='broken'">‮${'W'.repeat(300)}`;

/** A call over its rate, for longer than the client waits by itself. */
export const OVER_RATE = {
  status: 429,
  headers: { 'Retry-After': '4' },
  contentType: 'application/problem+json',
  json: { type: 'rate-limited', title: 'Too many calls', status: 429 },
};

/** The same answer, with every text of a person or a network replaced. */
export function hostileAnswer(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => hostileAnswer(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hostileAnswer(each, key)]));
  if (typeof value !== 'string' || KEPT.test(name)) return value;
  return name === 'message' || name === 'detail' || name === 'answer' ? HOSTILE : SHORT;
}
