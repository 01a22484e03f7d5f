import { type Answer, type Call, json } from '../network.ts';
import { objectIn, problem } from './platform.ts';

type Line = Readonly<Record<string, unknown>>;

/** Endings of a SIREN with a special state. Every other SIREN of nine digits is reachable. */
const MAGIC = { '0404': undefined, '0410': 'Disabled', '0425': 'Upcoming' } as const;

/** The receiver of an address; undefined if there is none. */
function lineOf(address: string): Line | undefined {
  const [, siren, siret, routing] = /^(\d{9})(?:_(\d{14}))?(?:_([\w/-]{1,100}))?$/.exec(address) ?? [];
  if (siren === undefined) return undefined;
  const end = siren.slice(-4);
  const status = end in MAGIC ? MAGIC[end as keyof typeof MAGIC] : 'Enabled';
  if (status === undefined) return undefined;
  return {
    addressingIdentifier: address,
    platformType: 'WK',
    directoryLineStatus: status,
    siren,
    ...(siret !== undefined && { siret }),
    ...(routing !== undefined &&
      (siret === undefined ? { addressingSuffix: routing } : { routingIdentifier: routing })),
    legalUnit: legalUnit(siren),
  };
}

const legalUnit = (siren: string): Line => ({
  siren,
  businessName: `Company ${siren}`,
  entityType: 'PrivateVatRegistered',
  administrativeStatus: 'A',
});

/** Only a search finds an address that becomes valid later. */
const inForce = (line: Line | undefined): Line | undefined =>
  line?.['directoryLineStatus'] === 'Upcoming' ? undefined : line;

const lineAnswer = (line: Line | undefined): Answer =>
  line ? json(200, line) : problem(404, 'The directory does not know it.');

/** The path before `/directory-line` is the base. */
export const DIRECTORY: readonly (readonly ['GET' | 'POST', string, (call: Call) => Answer])[] = [
  ['GET', '/directory-line/:code', ({ params }) => lineAnswer(inForce(lineOf(nameSegment(params['code']))))],
  ['POST', '/directory-line/search', searchLines],
  [
    'GET',
    '/siren/:code',
    ({ params }) => lineAnswer(lineOf(nameSegment(params['code']))?.['legalUnit'] as Line | undefined),
  ],
  ['GET', '/healthcheck', () => ({ status: 200 })],
];

/** `code:100000009`, `code-insee:100000009` */
const nameSegment = (segment = ''): string => segment.replace(/^code(-insee)?:/, '');

/** By address or SIREN; only exact matches. */
function searchLines(call: Call): Answer {
  const request = objectIn(call);
  if (!request) return problem(400, 'The body must be a JSON object.');
  const filters = (request['filters'] ?? {}) as Readonly<
    Record<string, { readonly value?: unknown } | undefined>
  >;
  const identifier = filters['addressingIdentifier'] ?? filters['siren'];
  if (!identifier) return problem(422, 'The sandbox searches by addressingIdentifier or siren.');
  const line = lineOf(String(identifier.value));
  const results = line ? [line] : [];
  return json(200, { search: request, totalNumberOfResults: results.length, results });
}
