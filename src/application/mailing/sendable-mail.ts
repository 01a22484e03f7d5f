import { writeLetter, type Addressee } from '../../domain/mail/letter.ts';
import { OUTCOMES } from '../../domain/sending/outcomes.ts';
import { RETRY_WAITS_MS } from '../../domain/sending/retry.ts';
import { mayHoldDocument } from '../../domain/sending/submission.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { STATUS_INQUIRY } from '../../domain/routes/route-caps.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import { careRows } from '../care/care.ts';
import { appendEvent, mergeCareRows, reschedule, type Step } from '../lifecycle/move.ts';
import { careWhileSending, closeHealedCare, findingOf } from '../sending/care.ts';
import { keepExchange } from '../sending/exchanges.ts';
import type { OutgoingDocument, Progress, Sendable, SubmittedProgress } from '../sending/sendable.ts';
import { openInvoice } from '../sending/sendable-invoice.ts';
import type { CredentialChoice, InvoiceSendingPorts, SendingPorts } from '../sending/sending-ports.ts';

interface MailPorts extends InvoiceSendingPorts {
  /** The mail of a finished document never counts as an invoice in the sandbox. */
  readonly isTest: boolean;
  /** The answer to a mail whose outcome stays unknown. */
  readonly unknown: StatusMapping;
}

/**
 * The document of an invoice that is ready, as the engine mails it. The invoice stays `ready` whatever becomes of the mail: its document can
 * be picked up all the time.
 */
export const sendableMail = (ports: MailPorts): Sendable<InvoiceRecord> => ({
  metricPrefix: 'mail-',
  outcomesOf: () => OUTCOMES.invoice,
  keep: (record, exchanged) => keepExchange(record, exchanged, ports.content),
  carrierOn: (rail) => rail,
  open: (record, rail) => openMail(record, rail, ports),
  accountWaits: () => RETRY_WAITS_MS,
  mark: (record) => reschedule({ ...record, work: STATUS_INQUIRY }, ports.clock.now(), ports),
  note: ({ record }, answer, effect) => careWhileSending(record, answer, effect, ports),
  reschedule: (record, at) => reschedule(record, at, ports),
  awaitCall: (record, at) => {
    const work = mayHoldDocument(record.submission) ? STATUS_INQUIRY : 'send';
    return reschedule({ ...record, work }, at, ports);
  },
  renew: () => Promise.reject(new Error('a mail server drops no mail that it took')),
  conclude: (sent, conclusion, { mapping }) =>
    conclusion === 'reject' ? endUnsent(sent, mapping, ports) : endMailed(sent, ports),
  giveUp: (progress, { mapping }) =>
    endUnsent(progress, mayHoldDocument(progress.record.submission) ? ports.unknown : mapping, ports),
});

function openMail(record: InvoiceRecord, rail: Rail, ports: MailPorts): OutgoingDocument<InvoiceRecord> {
  const document = openInvoice(record, rail, ports);
  return {
    ...document,
    load: async () => {
      const inTransit = await document.about.document();
      const { facts, addressing, bytes } = inTransit;
      const letter = writeLetter(
        {
          number: facts.number ?? record.invoiceNumber ?? record.invoiceRef,
          issueDate: facts.issueDate,
          typeCode: addressing.typeCode,
          seller: addressing.seller.name ?? '',
          isPdf: isPdf(bytes),
          isTest: ports.isTest,
        },
        await addresseeOf(record, ports),
      );
      const { record: read } = await document.load();
      return { bytes, record: read, send: (inquiry) => rail.send({ ...inquiry, ...inTransit, letter }) };
    },
  };
}

async function addresseeOf(
  { id, client, sealedAddressee }: InvoiceRecord,
  { content }: Pick<MailPorts, 'content'>,
): Promise<Addressee> {
  if (sealedAddressee === undefined) throw new Error(`${id} is mailed, but names no addressee`);
  return JSON.parse(await content.openText(client, sealedAddressee)) as Addressee;
}

const PDF = '%PDF-';
const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, PDF.length)) === PDF;

/** The mail server has the mail. What was wrong with earlier tries is over. */
function endMailed({ record, rail }: SubmittedProgress<InvoiceRecord>, ports: MailPorts): Step {
  const now = ports.clock.now();
  const care = closeHealedCare(record.care, rail, now);
  const step = appendEvent({ ...record, care, errors: [], failures: 0, mailedAt: now }, ports, {
    event: 'document_mailed',
    route: { submissionId: record.submission.id },
  });
  return ended(step);
}

/** Nothing is mailed any more. A person hands the document over. */
function endUnsent({ record }: Progress<InvoiceRecord>, mapping: StatusMapping, ports: MailPorts): Step {
  const errors = [findingOf(record, { mapping }, ports)];
  const care = mergeCareRows(record.care, careRows(errors, ports.clock.now()));
  const { submission } = record;
  const step = appendEvent({ ...record, care, errors }, ports, {
    event: 'document_not_mailed',
    errors,
    ...(submission && { route: { submissionId: submission.id } }),
  });
  return ended(step);
}

const ended = (step: Step): Step => ({ ...step, record: { ...step.record, dueAt: null } });

/** The mail goes under the log-in of the service (`SMTP_URL`), never under one of a client. */
const OWN_LOG_IN = { id: null, kind: 'service', value: '{}' } as const;

const own = ({ client }: { readonly client: string }): OpenedCredential => ({ client, ...OWN_LOG_IN });

const OWN_ACCOUNT: CredentialChoice = {
  choose: async (client) => own({ client }),
  chooseSigner: async () => undefined,
  live: async (client) => [own({ client })],
  open: async (chosen) => own(chosen),
};

/** The engine's ports for mail: one carrier, the account of the service, no feed of answers. */
export const mailSendingPorts = <T extends SendingPorts>(ports: T, carrier: Rail): T => ({
  ...ports,
  rails: new Map([[carrier.route, carrier]]),
  credentials: OWN_ACCOUNT,
  feeds: { begin: async () => undefined },
});
