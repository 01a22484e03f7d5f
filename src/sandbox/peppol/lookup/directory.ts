import { type Answer, type Call, type Endpoint, json, text } from '../../network.ts';
import { DOCUMENT_SCHEME, PARTICIPANT_SCHEME } from '../identifiers.ts';
import { type Names, type Participant, participant } from '../participants.ts';
import { nameOf } from './smp.ts';

/** The real limit: two requests a second and caller. */
const CALLS_PER_SECOND = 2;
const REACHABLE = 1000;
const MIN_NAME_LENGTH = 3;

/** Names that a search finds before any look-up or send. */
const ALWAYS_THERE = [
  '9930:de123456789',
  '0208:0202239951',
  '0192:991825827',
  '0088:4012345000009',
  '9915:test',
];

const PARAMETERS = new Set(
  'q participant name country geoinfo identifierScheme identifierValue website contact addinfo regdate doctype'.split(
    ' ',
  ),
);
const PAGING = new Set('resultPageIndex rpi resultPageCount rpc beautify'.split(' '));

/** The Peppol Directory's search by `participant`, `name`, `q`, `country` and `doctype`; other parameters find nothing. */
export function directoryEndpoint(names: Names, limits: 'real' | 'off'): Endpoint {
  const recent: number[] = [];
  return {
    method: 'GET',
    path: '/directory/search/1.0/json',
    answer: (call) => {
      const now = Date.now();
      while (recent[0] !== undefined && recent[0] <= now - 1000) recent.shift();
      if (limits === 'real' && recent.length >= CALLS_PER_SECOND) return text(429, 'Too many requests\n');
      recent.push(now);
      return search(call, names);
    },
  };
}

function search({ query }: Call, names: Names): Answer {
  const terms = [...query].filter(([name]) => !PAGING.has(name));
  const unknown = terms.find(([name]) => !PARAMETERS.has(name));
  if (unknown) return text(400, `Unknown parameter ${unknown[0]}\n`);
  if (terms.length === 0) return text(400, 'At least one search term is needed\n');
  if (terms.some(([name, value]) => name === 'name' && value.length < MIN_NAME_LENGTH))
    return text(400, 'name takes at least 3 characters\n');
  const page = whole(query.get('rpi') ?? query.get('resultPageIndex') ?? '0');
  const size = whole(query.get('rpc') ?? query.get('resultPageCount') ?? '20');
  if (page === undefined || !size || (page + 1) * size > REACHABLE) return text(400, 'Bad page\n');
  const participants = candidates(terms, names).filter((who) => terms.every((term) => fits(who, term)));
  const shown = participants.slice(page * size, (page + 1) * size);
  return json(200, {
    version: '1.0',
    'total-result-count': participants.length,
    'used-result-count': shown.length,
    'result-page-index': page,
    'result-page-count': size,
    'first-result-index': page * size,
    'last-result-index': Math.max(page * size + shown.length - 1, 0),
    'query-terms': terms.map(([name, value]) => `${name}=${value}`).join('&'),
    'creation-dt': new Date().toISOString(),
    matches: shown.map(toMatch),
  });
}

const whole = (value: string): number | undefined => (/^\d{1,4}$/.test(value) ? Number(value) : undefined);

/** Known participants, and those in the query. */
function candidates(terms: readonly (readonly [string, string])[], names: Names): readonly Participant[] {
  const participants = terms.flatMap(([name, value]) =>
    name === 'participant' ? (participant(value) ?? []) : [],
  );
  const known = [
    ...ALWAYS_THERE.flatMap((value) => participant(value) ?? []),
    ...names.all(),
    ...participants,
  ];
  const registered = known.filter((who) => !who.dns && !who.smp);
  return [...new Map(registered.map((who) => [who.value, who])).values()];
}

function fits(who: Participant, [name, value]: readonly [string, string]): boolean {
  switch (name) {
    case 'participant':
      return value.startsWith(`${PARTICIPANT_SCHEME}::`) && participant(value)?.value === who.value;
    case 'q':
    case 'name':
      return nameOf(who).toLowerCase().includes(value.toLowerCase());
    case 'country':
      return value === 'BE';
    case 'doctype':
      return who.offers.some((offer) => value === `${DOCUMENT_SCHEME}::${offer.documentType}`);
    default:
      return false;
  }
}

const toMatch = (who: Participant): unknown => ({
  participantID: { scheme: PARTICIPANT_SCHEME, value: who.value },
  docTypes: who.offers.map((offer) => ({ scheme: DOCUMENT_SCHEME, value: offer.documentType })),
  entities: [{ name: [{ name: nameOf(who) }], countryCode: 'BE', regDate: '2026-01-01' }],
});
