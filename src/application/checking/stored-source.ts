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
import { openReceiver } from '../content/addressed-to.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { RecentDocuments } from './recent-documents.ts';
import { canonicalSource, type FileArrival, type Offer, type Source, sourceOf } from './subject.ts';

export interface StoredSourcePorts {
  readonly files: Pick<InvoiceFiles, 'read'>;
  readonly content: TextSealer;
  readonly mappings: Pick<Mappings, 'choose'>;
  /** Absent where no invoice is checked right after its intake. */
  readonly recent?: Pick<RecentDocuments, 'take'>;
}

/** The first of the documents, as it came in: as its intake has read it, or from the store. Undefined if it is unreadable now. */
export async function findSource(
  record: InvoiceRecord,
  access: PoolAccess,
  ports: StoredSourcePorts,
): Promise<Source | undefined> {
  const { route, format } = record;
  const [{ kind, sha256 } = { kind: 'canonical' as const, sha256: '' }] = record.documents;
  const recent = kind === 'canonical' ? ports.recent?.take(record.client, sha256) : undefined;
  if (recent && isFormatOf(route, format)) {
    const { read, judgeOnce } = recent;
    return canonicalSource({ ...(await offerOf(record, format, ports)), read, judgeOnce });
  }
  const bytes = await ports.files.read(record, kind);
  if (kind !== 'canonical' && kind !== 'erp-export')
    return bytes && { form: 'file', bytes, access, arrival: arrivalOf(record) };
  if (!bytes || !isFormatOf(route, format)) return undefined;
  const exported = record.mapping && (await mappingOf(record, ports));
  if (kind === 'erp-export' && !exported) return undefined;
  return sourceOf({ bytes }, { ...(await offerOf(record, format, ports)), exported }, route);
}

/** What its intake knew beside the document. */
async function offerOf(record: InvoiceRecord, format: Format, ports: StoredSourcePorts): Promise<Offer> {
  const { route, invoiceRef } = record;
  const context = { cameOn: dayOfFiling(route, record.createdAt) };
  const receiver = await openReceiver(record, ports);
  const defaults = await defaultsOf(record, ports);
  return { format, invoiceRef, receiver, context, defaults };
}

const arrivalOf = ({ route, createdAt }: InvoiceRecord): FileArrival => ({
  day: dayOfFiling(route, createdAt),
});

/** The mapping of the intake; undefined if that version was withdrawn or is gone. */
async function mappingOf(
  { client, mapping }: InvoiceRecord,
  { mappings, content }: StoredSourcePorts,
): Promise<AppliedMapping | undefined> {
  if (!mapping) return undefined;
  const chosen = mappings.choose(mapping.connector, mapping.version);
  if (!chosen.ok) return undefined;
  const settings = readBack(await content.openText(client, mapping.sealedSettings)) as ConnectorSettings;
  return { mapping: chosen.mapping, settings };
}
