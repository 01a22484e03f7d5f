import type { Answer, Call } from '../network.ts';
import type { State } from '../state.ts';
import { errorHeader, general, headerReply, SPACES } from './answers.ts';
import { type Bearer, mayActFor } from './authorization.ts';
import { A_DAY, type Limits, ROUTE } from './limits.ts';
import { TEXTS } from './texts.ts';
import { downloadOf, isReady, type System, type Upload, type Uploads } from './uploads.ts';

interface StatusBackend {
  readonly state: State;
  readonly uploads: Uploads;
  readonly limits: Limits;
}

/** `stareMesaj` */
export function status(backend: StatusBackend, system: System, bearer: Bearer, { query }: Call): Answer {
  const index = query.get('id_incarcare');
  if (!index) return general(400, TEXTS.idIncarcare);
  if (!/^\d+$/.test(index)) return fail(TEXTS.indexNotANumber(index));
  if (bearer.rights.length === 0) return fail(TEXTS.noRightsAtAll);
  const upload = backend.uploads.find(system, index);
  if (!upload) return fail(TEXTS.noSuchIndex(index));
  if (!mayActFor(bearer, upload.cif)) return fail(TEXTS.noRightForIndex(index));
  if (isLimited(backend, upload, index)) return fail(TEXTS.tooManyDownloads(A_DAY.status));
  return headerReply(SPACES.status, stateOf(upload));
}

function isLimited({ state, limits }: StatusBackend, upload: Upload, index: string): boolean {
  const isFirst = upload.statusLimited && state.count(ROUTE, `limited ${index}`) === 1;
  return isFirst || limits.spend('status', index);
}

function stateOf(upload: Upload): Readonly<Record<string, string>> {
  if (!isReady(upload)) return { stare: 'in prelucrare' };
  const { stare } = upload;
  return stare === 'ok' || stare === 'nok'
    ? { stare, id_descarcare: downloadOf(upload, 'sender') }
    : { stare };
}

const fail = (message: string): Answer => errorHeader(SPACES.status, message);
