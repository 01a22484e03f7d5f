import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { attribute, element, leaf } from '../../../domain/documents/xml.ts';
import type { AddressedParty } from '../../../domain/vocabulary/addressing.ts';
import type { StatusOrder } from '../../../ports/rail/status-messages.ts';

/** UN status code and label of each status that a party sends (XP Z12-012). */
const STATUS_CODES: Readonly<Record<string, readonly [un: string, label: string]>> = {
  204: ['45', 'Prise en charge'],
  205: ['1', 'Approuvée'],
  206: ['49', 'Approuvée partiellement'],
  207: ['46', 'En litige'],
  208: ['39', 'Suspendue'],
  209: ['37', 'Complétée'],
  210: ['50', 'Refusée'],
  211: ['47', 'Paiement transmis'],
  212: ['47', 'Encaissée'],
};

const UNCEFACT = 'urn:un:unece:uncefact:data:standard';
const ROOT = 'rsm:CrossDomainAcknowledgementAndResponse';
const NAMESPACES = [
  attribute('xmlns:rsm', `${UNCEFACT}:CrossDomainAcknowledgementAndResponse:100`),
  attribute('xmlns:ram', `${UNCEFACT}:ReusableAggregateBusinessInformationEntity:100`),
  attribute('xmlns:udt', `${UNCEFACT}:UnqualifiedDataType:100`),
  attribute('xmlns:qdt', `${UNCEFACT}:QualifiedDataType:100`),
].join('');

/** MDT-21, MDT-40, MDT-59: platform, seller, buyer. */
const ROLES = { platform: 'WK', seller: 'SE', buyer: 'BY' } as const;
/** MDT-77: the status is set by a party. */
const SET_BY_PARTY = '23';
/** Identifier schemes (ISO 6523) of a SIREN, and of an electronic address in the French directory. */
const [SIREN, ADDRESS] = ['0002', '0225'];

/**
 * A lifecycle message (CDAR D22B) of a party. As in the published examples, the sender is the party's platform (XP Z12-012).
 * @returns undefined if seller or buyer has no SIREN, the recipient has no French address, or the invoice has no number or
 * date.
 */
export function writeCdar(order: StatusOrder): Uint8Array | undefined {
  const { code, by, facts, addressing } = order;
  const other = by === 'seller' ? 'buyer' : 'seller';
  const [issuer, recipient, seller] = [addressing[by], addressing[other], addressing.seller].map(sirenOf);
  const address = addressOf(addressing[other]);
  const { number, issueDate } = facts;
  const [un, label] = rowOf(STATUS_CODES, code) ?? [];
  if (!issuer || !recipient || !seller || !address || !number || !issueDate || !un || !label)
    return undefined;
  const typeCode = addressing.typeCode ?? '380';
  const second = order.at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const day = issueDate.replaceAll('-', '');
  const xml = element(
    ROOT,
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:BusinessProcessSpecifiedDocumentContextParameter', element('ram:ID', 'REGULATED')) +
        element(
          'ram:GuidelineSpecifiedDocumentContextParameter',
          element('ram:ID', 'urn.cpro.gouv.fr:1p0:CDV:invoice'),
        ),
    ) +
      element(
        'rsm:ExchangedDocument',
        leaf('ram:ID', `${number}_${code}_${second}#${typeCode}_${day}`) +
          leaf('ram:Name', `CDV-${code}_${number}`) +
          element('ram:IssueDateTime', time('udt', second, '204')) +
          element('ram:SenderTradeParty', element('ram:RoleCode', ROLES.platform)) +
          element('ram:IssuerTradeParty', identifier(issuer) + element('ram:RoleCode', ROLES[by])) +
          element(
            'ram:RecipientTradeParty',
            identifier(recipient) +
              element('ram:RoleCode', ROLES[other]) +
              element('ram:URIUniversalCommunication', leaf('ram:URIID', address, scheme(ADDRESS!))),
          ),
      ) +
      element(
        'rsm:AcknowledgementDocument',
        element('ram:MultipleReferencesIndicator', element('udt:Indicator', 'false')) +
          element('ram:TypeCode', SET_BY_PARTY) +
          element('ram:IssueDateTime', time('udt', second, '204')) +
          element(
            'ram:ReferenceReferencedDocument',
            leaf('ram:IssuerAssignedID', number) +
              element('ram:StatusCode', un) +
              leaf('ram:TypeCode', typeCode) +
              element('ram:FormattedIssueDateTime', time('qdt', day, '102')) +
              element('ram:ProcessConditionCode', code) +
              element('ram:ProcessCondition', label) +
              element('ram:IssuerTradeParty', identifier(seller)) +
              details(order),
          ),
      ),
    NAMESPACES,
  );
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`);
}

function details({ reasonCode, note, amounts, addressing }: StatusOrder): string {
  if (reasonCode === undefined && !amounts) return '';
  const why =
    reasonCode === undefined
      ? ''
      : leaf('ram:ReasonCode', reasonCode) + (note === undefined ? '' : leaf('ram:Reason', note));
  const collected = (amounts ?? []).map(({ amount, vatRate }) =>
    element(
      'ram:SpecifiedDocumentCharacteristic',
      element('ram:TypeCode', COLLECTED) +
        element('ram:ValueChangedIndicator', element('udt:IndicatorString', 'false')) +
        leaf('ram:ValueAmount', amount, attribute('currencyID', addressing.total?.currency ?? 'EUR')) +
        leaf('ram:ValuePercent', vatRate),
    ),
  );
  return element(
    'ram:SpecifiedDocumentStatus',
    why + element('ram:SequenceNumeric', '1') + collected.join(''),
  );
}

/** MDT-207: montant encaissé, with VAT. */
const COLLECTED = 'MEN';

/** By its register number (a SIRET and a French VAT number contain it), or by its address, which begins with it. */
function sirenOf({ ids, endpoint }: AddressedParty): string | undefined {
  const named = ids.map((id) => /^(?:FR[0-9A-Z]{2})?(\d{9})(?:\d{5})?$/.exec(id)?.[1]);
  const addressed = endpoint?.scheme === ADDRESS ? /^\d{9}/.exec(endpoint.id)?.[0] : undefined;
  return named.find((siren) => siren !== undefined) ?? addressed;
}

const addressOf = ({ endpoint }: AddressedParty): string | undefined =>
  endpoint?.scheme === ADDRESS ? endpoint.id : undefined;

const scheme = (id: string): string => attribute('schemeID', id);
const identifier = (siren: string): string => leaf('ram:GlobalID', siren, scheme(SIREN!));
const time = (prefix: 'udt' | 'qdt', value: string, format: string): string =>
  element(`${prefix}:DateTimeString`, value, attribute('format', format));
