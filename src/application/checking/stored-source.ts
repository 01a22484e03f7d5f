import { dayOfFiling } from '../../domain/lifecycle/deadlines.ts';
import { isFormatOf } from '../../domain/routes/formats.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { AppliedMapping, ConnectorSettings } from '../../domain/mapping/mapping.ts';
import type { Mappings } from '../../domain/mapping/mappings.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import { defaultsOf } from '../clients/client-defaults.ts';
import type { InvoiceFiles } from '../content/invoice-files.ts';
import { readBack } from '../reading/opened-body.ts';
import { receiverOf } from '../sending/sent-document.ts';
import { type FileArrival, type Source, sourceOf } from './subject.ts';

export interface StoredSourceTools {
  readonly files: Pick<InvoiceFiles, 'read'>;
  readonly content: TextSealer;
  readonly mappings: Pick<Mappings, 'choose'>;
}

/** The first of the documents, as it came in; undefined if it is unreadable now. */
export async function findSource(
  record: InvoiceRecord,
  access: PoolAccess,
  tools: StoredSourceTools,
): Promise<Source | undefined> {
  const { route, format, invoiceRef } = record;
  const [{ kind } = { kind: 'canonical' as const }] = record.documents;
  const bytes = await tools.files.read(record, kind);
  if (kind !== 'canonical' && kind !== 'erp-export')
    return bytes && { form: 'file', bytes, access, arrival: arrivalOf(record) };
  if (!bytes || !isFormatOf(route, format)) return undefined;
  const context = { cameOn: dayOfFiling(route, record.createdAt) };
  const exported = record.mapping && (await mappingOf(record, tools));
  if (kind === 'erp-export' && !exported) return undefined;
  const receiver = await receiverOf(record, tools);
  const defaults = await defaultsOf(record, tools);
  return sourceOf({ bytes }, { format, invoiceRef, exported, receiver, context, defaults }, route);
}

const arrivalOf = ({ route, createdAt, offline }: InvoiceRecord): FileArrival => ({
  day: dayOfFiling(route, createdAt),
  isOffline: offline !== undefined,
});

/** The mapping of the intake; undefined if that version was withdrawn or is gone. */
async function mappingOf(
  { client, mapping }: InvoiceRecord,
  { mappings, content }: StoredSourceTools,
): Promise<AppliedMapping | undefined> {
  if (!mapping) return undefined;
  const chosen = mappings.choose(mapping.connector, mapping.version);
  if (!chosen.ok) return undefined;
  const settings = readBack(await content.openText(client, mapping.sealedSettings)) as ConnectorSettings;
  return { mapping: chosen.mapping, settings };
}
