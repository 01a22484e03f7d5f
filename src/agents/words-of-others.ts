import { visible } from 'en16931-rules/vocabulary/quoted.ts';

/** The most of one text; of a document that is a text, as XML. */
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_DOCUMENT_CHARACTERS = 60_000;

/**
 * Members whose texts are those of the service: ids, codes, states, times, and what it says itself. A message may quote others, and a path
 * has names of a file, so they are not among them. A member that is not listed counts as others' words.
 */
const OWN: ReadonlySet<string> = new Set(
  `
    id kind state status route environment direction client code catalogue_code invoice_id created_at
    updated_at occurred_at deadline_at deadline_local late_after next_attempt_at handled_at noted_at
    checked_at received_at today since until sha256 document_sha256 href media_type who_acts who_fixes
    fix_hint title explanation family aliases layer outcome severity source term doc_url registered
    routes document_types participant matched_in type_code for event event_id duplicate_of country_route
    route_rule route_chosen_by format syntaxes specifications version origin publisher next_expected
    announced_at mapping_version present_status meaning error hint issue_date due_date on request_id op
    offline_mode expected type links self events call first_at kept_until
  `
    .trim()
    .split(/\s+/),
);

interface Marked {
  readonly value: unknown;
  /** JSON pointers at texts that others wrote; `*` is each item of a list, `**` all that is below. */
  readonly wordsOfOthers: readonly string[];
  /** Texts of which only the beginning is there. */
  readonly cut: readonly string[];
}

/**
 * A result as a model may read it: each text of others is named, has no sign that is not seen, and is no longer than a person reads.
 * @param at the pointer of the value.
 */
export function markWords(value: unknown, at: string): Marked {
  const [others, cut] = [new Set<string>(), new Set<string>()];
  const walk = (part: unknown, pointer: string, isOwn: boolean): unknown => {
    if (typeof part === 'string') {
      const limit = pointer === `${at}/document` ? MAX_DOCUMENT_CHARACTERS : MAX_TEXT_CHARACTERS;
      if (!isOwn) others.add(pointer);
      if (part.length > limit) cut.add(pointer);
      return visible(part.slice(0, limit));
    }
    if (Array.isArray(part)) return part.map((item) => walk(item, `${pointer}/*`, isOwn));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [
        visible(name.slice(0, MAX_TEXT_CHARACTERS)),
        walk(
          member,
          `${pointer}/${isName(name) ? name : '*'}`,
          !isInDocument(pointer, at) && isName(name) && OWN.has(name),
        ),
      ]),
    );
  };
  const walked = walk(value, at, false);
  const isDocument = (pointer: string): boolean => pointer.startsWith(`${at}/document/`);
  const wordsOfOthers = [...others].filter((pointer) => !isDocument(pointer));
  if (wordsOfOthers.length < others.size) wordsOfOthers.push(`${at}/document/**`);
  return { value: walked, wordsOfOthers, cut: [...cut] };
}

/** A content of an invoice: names like those of the service are others' words there. */
const isInDocument = (pointer: string, at: string): boolean =>
  pointer === `${at}/document` || pointer.startsWith(`${at}/document/`);

/** A name that a pointer can carry; others are of contents. */
const isName = (name: string): boolean => /^[A-Za-z_][\w-]{0,60}$/.test(name);
