import { say } from 'en16931-rules/vocabulary/message.ts';
import { breakingRows, type Radar, type RadarPart, type RadarRow } from '../../domain/radar/radar.ts';
import { Translator } from '../../domain/words/translator.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Words } from '../../ports/words.ts';
import { type ComingCarePorts, settleComingCare } from './coming-care.ts';

interface Ports extends ComingCarePorts {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly words: Words;
  /** Undefined without `SMTP_URL`: what would be mailed is logged. */
  readonly mailer: Mailer | undefined;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Rows of one mail; the radar has them all. */
const MAX_MAILED_ROWS = 30;

/** Tells a client what a radar has found among its invoices, as the radar was asked to. */
export class TellClients {
  constructor(private readonly ports: Ports) {}

  /** It may be repeated: care rows are compared with what is stored, and a mail has the same Message-ID each time. */
  async run(radar: Radar, part: RadarPart): Promise<void> {
    if (radar.tells?.includes('care')) await settleComingCare(radar, part, this.ports);
    if (radar.tells?.includes('mail') && breakingRows(part).length > 0) await this.mail(radar, part);
  }

  /** A mail that the server does not take is logged: the radar and the care list say the same. */
  private async mail(radar: Radar, part: RadarPart): Promise<void> {
    const { clients, mailer, words, log } = this.ports;
    const { client } = part;
    const record = await clients.find(client);
    const facts = { radar: radar.id, client };
    if (record?.contactEmail === undefined || !mailer) {
      log.info(
        { ...facts, has_contact: record?.contactEmail !== undefined },
        'a coming pack refuses invoices of a client, and no mail was sent',
      );
      return;
    }
    const { language = 'en', contactEmail } = record;
    const translator = new Translator(language, words.in(language));
    const messageId = `<${radar.id}.${asAtom(client)}@${mailer.domain}>`;
    const text = this.textOf(radar, part, translator);
    const subject = translator.text(
      say('calls.from-day-on-invoices-like-yours-are-refused', { day: radar.day }),
    );
    const { outcome } = await mailer.send({ to: contactEmail, subject, text, messageId });
    const line = { ...facts, outcome };
    if (outcome === 'accepted' || outcome === 'lost')
      log.info(line, 'a client was told of a coming pack by mail');
    else log.warn(line, 'the mail about a coming pack was not taken');
  }

  private textOf({ day }: Radar, part: RadarPart, { text }: Pick<Translator, 'text'>): string {
    const { catalogue } = this.ports;
    const rows = breakingRows(part);
    const count = (n: number) => ({ n: String(n), all: String(part.judged) });
    const lines = ({ code, field = '', invoices, examples: [example = ''] }: RadarRow): readonly string[] => {
      const entry = catalogue.find(code);
      return [
        `${code} ${field}`.trim(),
        ...(entry ? [`  ${text(entry.title)}. ${text(entry.fixHint)}`] : []),
        `  ${text(say('calls.n-of-all-invoices', count(invoices)))} ${text(say('calls.for-example-id', { id: example }))}`,
        '',
      ];
    };
    return [
      text(say('calls.from-day-on-invoices-are-checked-by-other', { day })),
      text(say('calls.of-all-of-your-stored-invoices-they-would', count(part.broken))),
      '',
      ...rows.slice(0, MAX_MAILED_ROWS).flatMap(lines),
      ...(rows.length > MAX_MAILED_ROWS
        ? [text(say('calls.further-rules-n', { n: String(rows.length - MAX_MAILED_ROWS) })), '']
        : []),
      text(say('calls.post-radar-with-on-day-judges-your-stored', { day })),
      '',
    ].join('\n');
  }
}

/** RFC 5322 section 3.2.3: no dot at the end, and no two beside each other. */
const asAtom = (client: string): string =>
  client.replaceAll(/[._]/g, (letter) => `_${letter.charCodeAt(0).toString(16)}`);
