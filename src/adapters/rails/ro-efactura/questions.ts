import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { type Anaf, complaint, type AnafResponse } from './anaf.ts';
import { listPage, type ListPage } from './lists.ts';
import type { Download } from './receipt-verdict.ts';
import { readSignedAnswer } from './signed-answer.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';

/** ANAF's answer about an upload that it has decided. */
interface Status {
  readonly state: 'ok' | 'nok';
  readonly download: string | undefined;
  readonly raw: unknown;
}

/** Queries to ANAF. None of them changes anything there. */
export class AnafQuestions {
  constructor(private readonly anaf: Anaf) {}

  async status(credential: OpenedCredential, index: string): Promise<Status | RailAnswer> {
    return statusOf(await this.anaf.call(credential, { path: 'stareMesaj', query: { id_incarcare: index } }));
  }

  /** The signed answer, whether its signature verifies or not. */
  async download(credential: OpenedCredential, id: string): Promise<Download | RailAnswer> {
    const response = await this.anaf.call(credential, { path: 'descarcare', query: { id } });
    if (response.kind === 'failure') return response.failure;
    if (response.kind === 'json' && typeof response.json['eroare'] === 'string')
      return complaint(response.json['eroare']);
    if (response.kind !== 'zip') return { mapping: statuses.notUnderstood };
    return { zip: response.bytes, signed: await readSignedAnswer(response.bytes) };
  }

  async page(
    credential: OpenedCredential,
    query: Readonly<Record<string, string>>,
  ): Promise<ListPage & { readonly anafTime?: number }> {
    const response = await this.anaf.call(credential, { path: 'listaMesajePaginatieFactura', query });
    return { ...listPage(response), ...(response.anafTime !== undefined && { anafTime: response.anafTime }) };
  }
}

const STATUS = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';

function statusOf(response: AnafResponse): Status | RailAnswer {
  if (response.kind === 'failure') return response.failure;
  if (response.kind === 'json' && typeof response.json['eroare'] === 'string')
    return complaint(response.json['eroare']);
  if (response.kind !== 'xml' || response.answer.namespace !== STATUS)
    return { mapping: statuses.notUnderstood };
  const { attributes, errors } = response.answer;
  const { stare, id_descarcare: id } = attributes;
  const download = id !== undefined && /^\d{1,20}$/.test(id) ? id : undefined;
  if (stare === 'ok' || stare === 'nok') return { state: stare, download, raw: attributes };
  if (stare === statuses.inProgress.networkStatus) return { mapping: statuses.inProgress, raw: attributes };
  if (stare === statuses.notTaken.networkStatus) return { mapping: statuses.notTaken, raw: attributes };
  return errors[0] === undefined
    ? { mapping: statuses.notUnderstood, raw: attributes }
    : complaint(errors.join(' '));
}

/** ANAF may hold an invoice under inquiry: a failed query never refuses it; only ANAF's own verdict does. */
const VERDICTS: ReadonlySet<string> = new Set(
  [statuses.invalid, statuses.reasonsPending, statuses.notTaken, statuses.duplicate].map(
    ({ networkStatus }) => networkStatus,
  ),
);
export const asking = (answer: RailAnswer): RailAnswer =>
  answer.mapping.meaning === 'refused' && !VERDICTS.has(answer.mapping.networkStatus)
    ? { ...answer, mapping: statuses.notUnderstood }
    : answer;

/** Our own limit of calls: the query goes on in a moment. */
export const inAMoment = (known: Partial<RailAnswer> = {}): RailAnswer => ({
  ...known,
  mapping: statuses.tooMany,
  retryAfterSeconds: 1,
});
