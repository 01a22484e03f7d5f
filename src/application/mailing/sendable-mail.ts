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
import type { CredentialChoice, InvoiceTools, SendingTools } from '../sending/sending-tools.ts';

export interface MailTools extends InvoiceTools {
  /** The mail of a finished document never counts as an invoice in the sandbox. */
  readonly isTest: boolean;
  /** The answer to a mail whose outcome stays unknown. */
  readonly unknown: StatusMapping;
}

/**
 * The document of an invoice that is ready, as the engine mails it. The invoice stays `ready` whatever becomes of the mail: its document can
 * be picked up all the time.
 */
export const sendableMail = (tools: MailTools): Sendable<InvoiceRecord> => ({
  metricPrefix: 'mail-',
  outcomesOf: () => OUTCOMES.invoice,
  keep: (record, exchanged) => keepExchange(record, exchanged, tools.content),
  carrierOn: (rail) => rail,
  open: (record, rail) => openMail(record, rail, tools),
  accountWaits: () => RETRY_WAITS_MS,
  mark: (record) => reschedule({ ...record, work: STATUS_INQUIRY }, tools.clock.now(), tools),
  note: ({ record }, answer, effect) => careWhileSending(record, answer, effect, tools),
  reschedule: (record, at) => reschedule(record, at, tools),
  awaitCall: (record, at) => {
    const work = mayHoldDocument(record.submission) ? STATUS_INQUIRY : 'send';
    return reschedule({ ...record, work }, at, tools);
  },
  renew: () => Promise.reject(new Error('a mail server drops no mail that it took')),
  conclude: (sent, conclusion, { mapping }) =>
    conclusion === 'reject' ? endUnsent(sent, mapping, tools) : endMailed(sent, tools),
  giveUp: (progress, { mapping }) =>
    endUnsent(progress, mayHoldDocument(progress.record.submission) ? tools.unknown : mapping, tools),
});

function openMail(record: InvoiceRecord, rail: Rail, tools: MailTools): OutgoingDocument<InvoiceRecord> {
  const document = openInvoice(record, rail, tools);
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
          isTest: tools.isTest,
        },
        await addresseeOf(record, tools),
      );
      const { record: read } = await document.load();
      return { bytes, record: read, send: (inquiry) => rail.send({ ...inquiry, ...inTransit, letter }) };
    },
  };
}

async function addresseeOf(
  { id, client, sealedAddressee }: InvoiceRecord,
  { content }: Pick<MailTools, 'content'>,
): Promise<Addressee> {
  if (sealedAddressee === undefined) throw new Error(`${id} is mailed, but names no addressee`);
  return JSON.parse(await content.openText(client, sealedAddressee)) as Addressee;
}

const PDF = '%PDF-';
const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, PDF.length)) === PDF;

/** The mail server has the mail. What was wrong with earlier tries is over. */
function endMailed({ record, rail }: SubmittedProgress<InvoiceRecord>, tools: MailTools): Step {
  const now = tools.clock.now();
  const care = closeHealedCare(record.care, rail, now);
  const step = appendEvent({ ...record, care, errors: [], failures: 0, mailedAt: now }, tools, {
    event: 'document_mailed',
    route: { submissionId: record.submission.id },
  });
  return ended(step);
}

/** Nothing is mailed any more. A person hands the document over. */
function endUnsent({ record }: Progress<InvoiceRecord>, mapping: StatusMapping, tools: MailTools): Step {
  const errors = [findingOf(record, { mapping }, tools)];
  const care = mergeCareRows(record.care, careRows(errors, tools.clock.now()));
  const { submission } = record;
  const step = appendEvent({ ...record, care, errors }, tools, {
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

/** The engine's tools for mail: one carrier, the account of the service, no feed of answers. */
export const mailSendingTools = <T extends SendingTools>(tools: T, carrier: Rail): T => ({
  ...tools,
  rails: new Map([[carrier.route, carrier]]),
  credentials: OWN_ACCOUNT,
  feeds: { begin: async () => undefined },
});
