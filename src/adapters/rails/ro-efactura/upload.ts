import { say } from 'en16931-rules/vocabulary/message.ts';
import { quoted, withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { cifOf, isRomanianVat } from '../../../domain/routes/ro-efactura/cif.ts';
import { issuerOf } from '../../../domain/routes/ro-efactura/issuer.ts';
import { isCnp } from 'en16931-rules/vocabulary/identifiers.ts';
import type { Addressing, AddressedParty } from '../../../domain/vocabulary/addressing.ts';
import { namingRule, type StatusMapping } from '../../../domain/sending/status-mapping.ts';
import type { DocumentFacts } from '../../../domain/vocabulary/document-facts.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { AnafResponse } from './anaf.ts';
import { ANAF_STATUSES as statuses, UPLOAD_TEXTS, mappingOf } from './status-mappings.ts';

interface UploadCall {
  readonly path: 'upload' | 'uploadb2c';
  readonly query: Readonly<Record<string, string>>;
}

/** BT-47 of a consumer whose number (CNP) is not given. */
const UNNAMED = '0000000000000';

/**
 * How a document is uploaded (ANAF's Swagger pages).
 * @returns undefined if it names no Romanian tax number of its issuer.
 */
export function uploadOf(
  { syntax }: Pick<DocumentFacts, 'syntax'>,
  addressing: Addressing,
): UploadCall | undefined {
  const { buyer } = addressing;
  const { cif, party } = issuerOf(addressing);
  if (cif === undefined) return undefined;
  const isForeign = buyer.country !== 'RO' && !isRomanianVat(buyer.vatId);
  return {
    path: isConsumer(buyer) ? 'uploadb2c' : 'upload',
    query: {
      standard: STANDARDS[syntax],
      cif,
      ...(isForeign && { extern: 'DA' }),
      ...(party === 'buyer' && { autofactura: 'DA' }),
    },
  };
}

/** A credit note in CII has the root of an invoice, and no standard of its own. */
const STANDARDS: Readonly<Record<Syntax, string>> = {
  'ubl-invoice': 'UBL',
  'ubl-creditnote': 'CN',
  cii: 'CII',
  // Not taken on this route.
  fa3: 'UBL',
  'fa-rr': 'UBL',
};

/** A consumer: thirteen zeros, or its own number and none of a company. A location number has as many digits. */
function isConsumer(buyer: AddressedParty): boolean {
  if (buyer.ids.includes(UNNAMED)) return true;
  return buyer.country === 'RO' && cifOf(buyer) === undefined && buyer.ids.some(isCnp);
}

const ANSWER = 'mfp:anaf:dgti:spv:respUploadFisier:v1';
const INDEX = /^\d{1,20}$/;

/** The meaning of ANAF's answer to an upload. An unclear answer means that ANAF may have accepted it. */
export function upload(response: AnafResponse): RailAnswer {
  if (response.kind === 'failure') return response.failure;
  if (response.kind === 'json' && typeof response.json['eroare'] === 'string')
    return rejection(response.json['eroare']);
  if (response.kind !== 'xml' || response.answer.namespace !== ANSWER)
    return { mapping: statuses.notUnderstood };
  const { attributes, errors } = response.answer;
  const { ExecutionStatus: status, index_incarcare: index } = attributes;
  const raw = { ...attributes, ...(errors.length > 0 && { errors }) };
  if (status === '0' && index !== undefined && INDEX.test(index))
    return { mapping: statuses.taken, legalId: index, reference: index, raw };
  if (status === '1' && errors.length > 0) return { ...rejection(errors.join(' ')), raw };
  return { mapping: statuses.notUnderstood, raw };
}

function rejection(text: string): RailAnswer {
  const response = mappingOf(UPLOAD_TEXTS, text);
  const rule = ruleNamedIn(text);
  const isOurs = response.meaning === 'refused' && response.code === 'ANAF-UPLOAD';
  const mapping = rule !== undefined && isOurs ? namingRule(response, rule) : response;
  const message =
    response.code === undefined
      ? undefined
      : say('networks.with-their-words', { text: response.message, theirs: quoted(text) });
  return { mapping, raw: { errors: [text] }, ...(message !== undefined && { message }) };
}

/** The rule's id as ANAF prints it: in square brackets, or after `regula:` up to the next colon. It may be absent. */
const ruleNamedIn = (text: string): string | undefined =>
  RULE_PATTERNS.map((pattern) => pattern.exec(text)?.[1]).find((rule) => rule !== undefined);

const RULE_PATTERNS: readonly RegExp[] = [
  /\[((?:BR|UBL|CII)-[A-Z0-9_-]{1,30})\]/,
  /\bregula:\s*(R[A-Za-z0-9_.-]{1,40})(?=\s*(?::|$))/,
];

/** The text names only the first of several faults. The signed answer names all. */
const MAX_REASONS = 50;

/** The reasons of a rejection after the check: one finding per code, with all texts of that code. */
export function reasonsIn(errors: readonly string[]): readonly StatusMapping[] {
  const texts = new Map<string | undefined, string[]>();
  for (const error of errors) {
    const rule = ruleNamedIn(error);
    const known = texts.get(rule);
    if (known) known.push(error);
    else if (texts.size < MAX_REASONS) texts.set(rule, [error]);
  }
  return [...texts].map(([rule, response]) => ({
    ...(rule === undefined ? statuses.invalid : namingRule(statuses.invalid, rule)),
    message: withQuotes(statuses.invalid.message, response),
  }));
}
