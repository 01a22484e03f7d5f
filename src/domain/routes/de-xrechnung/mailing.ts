import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';
import type { StatedDefaults } from '../../invoice/completions/completion.ts';
import { isObject } from '../../json/json-object.ts';
import type { Addressee } from '../../mail/letter.ts';
import { PAGE_LANGUAGES } from '../../page/wording.ts';
import { singleSpaced } from '../../vocabulary/text.ts';
import type { KnownBuyer, RouteMailing } from '../route-mailing.ts';

interface BuyerRow {
  readonly vatId?: string;
  readonly buyerReference?: string;
  readonly to: string;
  readonly language?: string;
}

const vatIdOf = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();
const give = (value: unknown): string | undefined =>
  typeof value === 'string' && singleSpaced(value) !== '' ? singleSpaced(value) : undefined;

/** `openapi.yaml` describes the members. */
function rowsOf(mail: unknown): readonly BuyerRow[] {
  const buyers = isObject(mail) && Array.isArray(mail.buyers) ? (mail.buyers as readonly unknown[]) : [];
  return buyers.filter(isObject).map((row) => {
    const [vatId, buyerReference, language] = [row.vat_id, row.buyer_reference, row.language].map(give);
    return {
      ...(vatId !== undefined && { vatId: vatIdOf(vatId) }),
      ...(buyerReference !== undefined && { buyerReference }),
      ...(language !== undefined && { language }),
      to: give(row.to) ?? '',
    };
  });
}

/** Each row names another buyer: the address of an invoice is never a matter of chance. */
function check(sent: unknown): readonly Finding[] {
  const seen = new Set<string>();
  const rows = isObject(sent) ? rowsOf(sent.mail) : [];
  return rows.flatMap(({ vatId, buyerReference }, n) => {
    const place = `de.mail.buyers[${n}]`;
    if (vatId === undefined && buyerReference === undefined)
      return [schemaFinding(place, say('routes-de-xrechnung.buyer-is-named-by-vat-id-by-buyer'))];
    const key = JSON.stringify([vatId, buyerReference]);
    if (seen.has(key)) return [schemaFinding(place, say('routes-de-xrechnung.earlier-row-names-same-buyer'))];
    seen.add(key);
    return [];
  });
}

/** Every identifier that a row states has to be the invoice's. */
const fits = (row: BuyerRow, { vatId, buyerReference }: KnownBuyer): boolean =>
  (row.vatId === undefined || (vatId !== undefined && row.vatId === vatIdOf(vatId))) &&
  (row.buyerReference === undefined || row.buyerReference === give(buyerReference));

/** A row with both identifiers wins; then one with a reference, which may name a department of the buyer. */
const weightOf = ({ vatId, buyerReference }: BuyerRow): number =>
  (buyerReference === undefined ? 0 : 2) + (vatId === undefined ? 0 : 1);

function addresseeOf({ mail }: StatedDefaults, buyer: KnownBuyer): Addressee | undefined {
  const [best] = rowsOf(mail)
    .filter((row) => fits(row, buyer) && weightOf(row) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  if (!best || best.to === '') return undefined;
  const { reply_to: replyTo, language: usual } = isObject(mail) ? mail : {};
  const wished = best.language ?? give(usual);
  const reply = give(replyTo);
  return {
    to: best.to,
    language: PAGE_LANGUAGES.find((one) => one === wished) ?? 'en',
    ...(reply !== undefined && { replyTo: reply }),
  };
}

/** docs/routes/de-xrechnung.md. */
export const GERMAN_MAILING: RouteMailing = { member: 'de', check, addresseeOf };
