import { fileStem } from '../vocabulary/file-name.ts';
import { type Language } from '../page/words.ts';
import { Wording } from '../page/wording.ts';

/** A mail to a buyer; its attachment is the document of the invoice. */
export interface Letter {
  readonly to: string;
  readonly replyTo?: string;
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment: { readonly name: string; readonly mediaType: string };
}

/** To whom the document of an invoice is mailed. */
export interface Addressee {
  readonly to: string;
  readonly replyTo?: string;
  readonly language: Language;
}

/** What the letter says of the document. */
interface LetterFacts {
  /** BT-1. */
  readonly number: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string | null;
  /** BT-3. */
  readonly typeCode: string | null;
  /** BT-27. */
  readonly seller: string;
  readonly isPdf: boolean;
  /** An invoice of the sandbox is none. */
  readonly isTest: boolean;
}

const INVOICE = '380';
const MAX_NAME_LETTERS = 120;

/** Plain text in the addressee's language. Names are one line without invisible characters, whatever the invoice states. */
export function writeLetter(facts: LetterFacts, { to, replyTo, language }: Addressee): Letter {
  const wording = new Wording(language);
  const number = oneLine(facts.number);
  const seller = oneLine(facts.seller);
  const type = wording.codeName('types', facts.typeCode ?? INVOICE);
  const name = `${fileStem(number)}.${facts.isPdf ? 'pdf' : 'xml'}`;
  const date = facts.issueDate === null ? '–' : wording.day(facts.issueDate);
  const subject = wording.label('mailSubject', { type, number, seller });
  const lines = [
    ...(facts.isTest ? [wording.label('mailTest'), ''] : []),
    wording.label('mailAttached', { type, number, date, seller }),
    '',
    wording.label('mailFile', { name }),
    wording.label(facts.isPdf ? 'mailPdf' : 'mailXml'),
    '',
    replyTo === undefined ? wording.label('mailNoReply') : wording.label('mailReply', { address: replyTo }),
    '',
  ];
  return {
    to,
    ...(replyTo !== undefined && { replyTo }),
    senderName: seller,
    subject: facts.isTest ? `[TEST] ${subject}` : subject,
    text: lines.join('\n'),
    attachment: { name, mediaType: facts.isPdf ? 'application/pdf' : 'application/xml' },
  };
}

/** Control characters, line ends and marks of direction would change the meaning of what stands around them. */
function oneLine(text: string): string {
  const clean = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s\s*/g, ' ')
    .trim();
  const letters = [...clean];
  return letters.length > MAX_NAME_LETTERS ? `${letters.slice(0, MAX_NAME_LETTERS - 1).join('')}…` : clean;
}
