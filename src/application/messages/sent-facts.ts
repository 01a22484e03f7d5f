import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { Newest } from '../../domain/newest.ts';
import {
  type AddressedParty,
  type Addressing,
  isWrittenByBuyer,
} from '../../domain/vocabulary/addressing.ts';
import { isCreditNoteType } from '../../domain/vocabulary/credit-notes.ts';
import { participantsBy } from '../../domain/routing/peppol-schemes.ts';
import type { DocumentInTransit } from '../../ports/rail/inquiry.ts';
import { openReceiver } from '../content/addressed-to.ts';
import { type SentDocumentPorts, readingOf } from '../sending/sent-document.ts';

export interface SentFact {
  readonly sellerIds: readonly string[];
  readonly typeCode: string | null;
  /**
   * Electronic addresses, `<scheme>:<id>` in lower case: of the sender; of the receiver, with the participants that its numbers in the
   * document name.
   */
  readonly sender: string | undefined;
  readonly receivers: readonly string[];
  readonly total: DocumentInTransit['addressing']['total'];
  readonly isCreditNote: boolean;
}

/** Some hundred bytes each. */
const MAX_KEPT = 1000;

/** The facts of sent documents that messages are compared with. A document is read once, even if several messages come about it. */
export class SentFacts {
  private readonly newest = new Newest<SentFact>(MAX_KEPT);

  constructor(private readonly ports: SentDocumentPorts) {}

  async of(record: InvoiceRecord): Promise<SentFact> {
    const name = `${record.client} ${record.documentSha256 ?? ''}`;
    const known = this.newest.get(name);
    if (known) return known;
    const { addressing } = await readingOf(record, this.ports);
    const receiver = await openReceiver(record, this.ports);
    const { seller, buyer, total, typeCode } = addressing;
    const isCreditNote = isCredit(addressing);
    const [from, to] = isWrittenByBuyer(addressing) ? [buyer, seller] : [seller, buyer];
    const fact = {
      sellerIds: seller.ids,
      typeCode,
      sender: addressOf(from),
      receivers: [addressOf(to), receiver?.toLowerCase(), ...statedBy(to)].filter(
        (address) => address !== undefined,
      ),
      total,
      isCreditNote,
    };
    this.newest.set(name, fact);
    return fact;
  }
}

export const isCredit = ({ root, typeCode }: Pick<Addressing, 'root' | 'typeCode'>): boolean =>
  root === 'CreditNote' || isCreditNoteType(typeCode);

const addressOf = ({ endpoint }: AddressedParty): string | undefined =>
  endpoint ? `${endpoint.scheme}:${endpoint.id}`.toLowerCase() : undefined;

/** All numbers in one document are of one party: a buyer with 0106 in the Netherlands may answer as 9944. */
function statedBy({ country, ids, vatId }: AddressedParty): readonly string[] {
  if (country === null) return [];
  const companyId = ids.find((id) => participantsBy(country, { companyId: id }).length > 0);
  return participantsBy(country, { vatId, companyId }).map((address) => address.toLowerCase());
}
