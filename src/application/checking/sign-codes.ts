import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { FinishedDocument } from '../content/invoice-files.ts';
import { findSigner, type SignerPorts } from '../credentials/find-signer.ts';

interface Ports extends SignerPorts {
  readonly content: Pick<TextSealer, 'sealText'>;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly rails: Rails;
}

/**
 * Signs the codes of an offline invoice over its checked document, whose bytes never change from then on.
 * @returns the record with the sealed links, or the finding why nothing can sign them now.
 */
export async function signCodes(
  record: InvoiceRecord,
  document: Pick<FinishedDocument, 'bytes' | 'sha256'>,
  ports: Ports,
): Promise<InvoiceRecord | Finding> {
  const { client, route, offline } = record;
  const codes = ports.rails.get(route)?.offline;
  if (!offline || !codes) return record;
  const read = await ports.reader.readFile(document.bytes, { client, whenBusy: 'wait' });
  if (read.reading !== 'read') throw new Error(`a checked document cannot be read: ${read.reading}`);
  const { addressing, facts } = read;
  const choice = await findSigner({ client, route, sellerIds: sellerIdsIn(addressing), codes }, ports);
  if ('unfit' in choice) return nothingSigns(choice.unfit);
  const issued = { sha256: document.sha256, issueDate: facts.issueDate ?? '', addressing };
  const links = codes.sign(choice.signer, issued);
  if (!links) return nothingSigns(say('calls.it-does-not-sign-for-this-seller'));
  const sealedLinks = await ports.content.sealText(client, JSON.stringify(links));
  return { ...record, offline: { ...offline, sealedLinks } };
}

/** The numbers of the seller that choose the certificate for the codes. */
export const sellerIdsIn = ({ seller: { ids, vatId, taxNumber } }: Addressing): readonly string[] =>
  [...ids, vatId, taxNumber].filter((id) => id !== undefined);

const nothingSigns = (why: Text): Finding => {
  return {
    code: COMMON_STATUSES.credentialMissing.code,
    severity: 'error',
    source: 'route',
    message: say('calls.codes-of-offline-invoice-need-certificate-that-signs', { why }),
    fixHint: say('codes.EI-CREDENTIAL-MISSING.hint'),
    whoFixes: 'client',
  };
};
