import { randomUUID } from 'node:crypto';
import { type BusinessDocument, readBusinessDocument } from '../../documents.ts';
import { Refused } from '../../network.ts';
import type { State } from '../../state.ts';
import { type Enclosed, envelop } from '../answers/enclosed.ts';
import { participantValue } from '../identifiers.ts';

const ROUTE = 'PEPPOL';
const KIND = 'inbound-invoice';

/** Invoices from other access points, each in its envelope. */
export class InboundInvoices {
  constructor(private readonly state: State) {}

  get all(): readonly Enclosed[] {
    return this.state.allKept<Enclosed>(ROUTE, KIND);
  }

  /**
   * Adds one for a participant.
   * @throws Refused if it is not a UBL or CII invoice, or the participant is not one.
   */
  layReady = (recipient: string, xml: Buffer): Readonly<Record<string, unknown>> => {
    const receiver = participantValue(recipient) ?? recipient.toLowerCase();
    if (!/^\d{4}:\S+$/.test(receiver))
      throw new Refused('recipient must be a participant, such as 0208:0123456749.');
    const { number, namespace, localName, customization, profile, seller } = read(xml);
    const sender = `${seller.scheme}:${seller.endpoint}`.toLowerCase();
    const documentType = `${namespace}::${localName}##${customization}::2.1`;
    const content = xml.toString('utf8');
    const [id, instanceIdentifier, at] = [String(this.all.length + 900_000), randomUUID(), Date.now()];
    const message = { id, at, instanceIdentifier, sender, receiver, documentType, process: profile };
    this.state.keep(ROUTE, KIND, instanceIdentifier, {
      ...message,
      content: envelop({ ...message, content }),
    });
    return { recipient: receiver, invoice_number: number, sbdh_instance_id: instanceIdentifier };
  };
}

function read(xml: Buffer): BusinessDocument {
  try {
    const document = readBusinessDocument(xml);
    if (document.number !== '') return document;
  } catch {
    // The error is reported below.
  }
  throw new Refused('The body must be the XML of an invoice.');
}

/** The document without its envelope. */
export const payloadOf = ({ content }: Pick<Enclosed, 'content'>): string =>
  content.replace(/^[^]*<\/StandardBusinessDocumentHeader>|<\/StandardBusinessDocument>\s*$/g, '').trim();
