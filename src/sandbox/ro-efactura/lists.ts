import type { Answer, Call, Reply } from '../network.ts';
import { general, looseJson, tell } from './answers.ts';
import { type Bearer, mayActFor } from './authorization.ts';
import { readable, stamp } from './bucharest.ts';
import type { AnafClock } from './clock.ts';
import { A_DAY, type Limits } from './limits.ts';
import { TEXTS } from './texts.ts';
import { downloadOf, indexOf, type System, type Upload, type Uploads } from './uploads.ts';

interface ListBackend {
  readonly uploads: Uploads;
  readonly limits: Limits;
  readonly clock: AnafClock;
}

const PAGE = 500;
const DAYS = 60;
const DAY_MS = 24 * 3600 * 1000;
const SERIAL = '1234AA456';

/** Letter of `filtru`, and `tip`. */
const KINDS = {
  sent: { filter: 'T', tip: 'FACTURA TRIMISA' },
  received: { filter: 'P', tip: 'FACTURA PRIMITA' },
  refused: { filter: 'E', tip: 'ERORI FACTURA' },
  messageReceived: { filter: 'R', tip: 'MESAJ CUMPARATOR PRIMIT' },
  messageSent: { filter: 'R', tip: 'MESAJ CUMPARATOR TRANSMIS' },
} as const;

/** The description has this as one text; no row of production is published. */
const BOTH_TIPS = `${KINDS.messageReceived.tip} / ${KINDS.messageSent.tip}`;

interface Listed {
  readonly kind: keyof typeof KINDS;
  readonly upload: Upload;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

const fail = (message: string): Reply => tell('Lista Mesaje', message);

/** `listaMesajeFactura` */
export function list(backend: ListBackend, system: System, bearer: Bearer, { query }: Call): Answer {
  const [days, cif] = [query.get('zile'), query.get('cif')];
  if (!days || !cif) return general(400, TEXTS.daysAndCif);
  if (!/^\d+$/.test(cif)) return fail(TEXTS.cifNotANumber(cif));
  if (!/^-?\d+$/.test(days)) return fail(TEXTS.daysNotANumber(days));
  if (Number(days) < 1 || Number(days) > DAYS) return fail(TEXTS.days);
  const error = errorOf(bearer, cif, query.get('filtru'));
  if (error !== undefined) return fail(error);
  if (backend.limits.spend('list', cif)) return fail(TEXTS.tooManyLists(A_DAY.list));
  const now = backend.clock.now();
  const period = { from: now - Number(days) * DAY_MS, to: now };
  const matchingMessages = messages(backend, system, cif, query.get('filtru'), period);
  if (matchingMessages.length === 0) return fail(TEXTS.nothingInDays(Number(days)));
  if (matchingMessages.length > PAGE) return fail(TEXTS.tooManyForOnePage);
  const titlu = `Lista Mesaje disponibile din ultimele ${days} zile`;
  return looseJson({
    mesaje: matchingMessages.map((each) => entry(backend.clock, each, cif, bearer)),
    serial: SERIAL,
    cui: cif,
    titlu,
  });
}

/** `listaMesajePaginatieFactura` */
export function listPaged(backend: ListBackend, system: System, bearer: Bearer, { query }: Call): Answer {
  const [start, end, cif, page] = ['startTime', 'endTime', 'cif', 'pagina'].map((name) => query.get(name));
  if (!start || !end || !cif || !page) return general(400, TEXTS.pagedParameters);
  const error =
    periodError({ start, end, cif, page }, backend.clock.now()) ?? errorOf(bearer, cif, query.get('filtru'));
  if (error !== undefined) return fail(error);
  if (backend.limits.spend('paged', cif)) return fail(TEXTS.tooManyLists(A_DAY.paged));
  const period = { from: Number(start), to: Number(end) };
  const matchingMessages = messages(backend, system, cif, query.get('filtru'), period);
  if (matchingMessages.length === 0) return fail(TEXTS.nothingInPeriod);
  const pages = Math.ceil(matchingMessages.length / PAGE);
  if (Number(page) > pages) return fail(TEXTS.noSuchPage(Number(page), pages));
  const here = matchingMessages.slice((Number(page) - 1) * PAGE, Number(page) * PAGE);
  return looseJson({
    mesaje: here.map((each) => entry(backend.clock, each, cif, bearer)),
    numar_inregistrari_in_pagina: here.length,
    numar_total_inregistrari_per_pagina: PAGE,
    numar_total_inregistrari: matchingMessages.length,
    numar_total_pagini: pages,
    index_pagina_curenta: Number(page),
    serial: SERIAL,
    cui: cif,
    titlu: `Lista Mesaje disponibile din intervalul ${readable(period.from)} - ${readable(period.to)}`,
  });
}

function periodError(
  { start, end, cif, page }: Readonly<Record<'start' | 'end' | 'cif' | 'page', string>>,
  now: number,
): string | undefined {
  if (!/^\d+$/.test(cif)) return TEXTS.pagedCif(cif);
  for (const [name, value] of Object.entries({ startTime: start, endTime: end, pagina: page }))
    if (!/^\d{1,15}$/.test(value) || Number(value) === 0) return TEXTS.notAcceptable(name, value);
  const [from, to] = [Number(start), Number(end)];
  if (from < now - DAYS * DAY_MS) return TEXTS.tooOld(readable(from));
  if (to <= from) return TEXTS.endBeforeStart(readable(from), readable(to));
  if (to > now) return TEXTS.endInFuture(readable(to));
  return undefined;
}

function errorOf(bearer: Bearer, cif: string, filter: string | null): string | undefined {
  if (filter !== null && !Object.values(KINDS).some((kind) => kind.filter === filter)) return TEXTS.filter;
  if (bearer.rights.length === 0) return TEXTS.noRights;
  return mayActFor(bearer, cif) ? undefined : TEXTS.noRightFor(cif);
}

/** Newest first. */
const messages = (
  { uploads, clock }: ListBackend,
  system: System,
  cif: string,
  filter: string | null,
  { from, to }: Period,
): readonly Listed[] =>
  uploads
    .ready(system)
    .filter(({ readyAt }) => clock.at(readyAt) >= from && clock.at(readyAt) <= to)
    .flatMap((upload) => kindsFor(upload, cif).map((kind) => ({ kind, upload })))
    .filter(({ kind }) => filter === null || KINDS[kind].filter === filter)
    .reverse();

/** The direction of a file for a company: both, if it is on both sides. */
function kindsFor(upload: Upload, cif: string): readonly Listed['kind'][] {
  const { sellerCif, buyerCif, stare, laidReady } = upload;
  if (upload.about !== undefined)
    return [...at('messageSent', cif === buyerCif), ...at('messageReceived', cif === sellerCif)];
  const isSender = !laidReady && (cif === upload.cif || cif === sellerCif);
  if (stare === 'nok') return at('refused', isSender);
  if (stare !== 'ok') return [];
  return [...at('sent', isSender), ...at('received', cif === buyerCif)];
}

const at = (kind: Listed['kind'], is: boolean): readonly Listed['kind'][] => (is ? [kind] : []);

function entry(
  clock: AnafClock,
  { kind, upload }: Listed,
  cif: string,
  { hasBothTips }: Pick<Bearer, 'hasBothTips'>,
): unknown {
  const isReceiving = kind === 'received' || kind === 'messageReceived';
  return {
    data_creare: stamp(clock.at(upload.readyAt)),
    cif,
    id_solicitare: indexOf(upload),
    detalii: details(kind, upload),
    tip: hasBothTips && upload.about !== undefined ? BOTH_TIPS : KINDS[kind].tip,
    id: downloadOf(upload, isReceiving ? 'receiver' : 'sender'),
  };
}

function details(kind: Listed['kind'], upload: Upload): string {
  const index = indexOf(upload);
  if (upload.about !== undefined) return TEXTS.detailsOfRasp(upload.about);
  if (kind === 'refused') return TEXTS.detailsOfError(index);
  return upload.selfBilled
    ? TEXTS.detailsOfSelfBilled(index, upload.cif, upload.sellerCif)
    : TEXTS.detailsOfInvoice(index, upload.sellerCif, upload.buyerCif);
}
