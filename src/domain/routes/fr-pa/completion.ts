import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice, Line } from '../../invoice/canonical.ts';
import { exemptionReason } from '../../invoice/exemptions.ts';
import { isCounted } from '../../invoice/line-types.ts';
import { usedVatCategories } from '../../invoice/placed.ts';
import { hasSeveralSellers } from '../../invoice/sub-invoices.ts';
import { isCorrectionType } from '../../invoice/advances.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { ADVANCE, advancesAsPaid, isBehindAdvance } from './advances.ts';
import { withNotes, writtenSubjects } from '../../invoice/note-subject.ts';
import { isFrench } from '../../vocabulary/territory.ts';
import {
  adapt,
  type Completed,
  type Completion,
  inTurn,
  withMembers,
} from '../../invoice/completions/completion.ts';

/** Without the blanks that such numbers often have. */
export const plainNumber = (id: string | undefined): string => id?.replaceAll(/\s/g, '') ?? '';

/** Nine digits, with any check digit. */
export const looksLikeSiren = (id: string | undefined): boolean => /^\d{9}$/.test(plainNumber(id));

/** Registers of France: SIREN (BT-30, BT-47), SIRET (BT-29, BT-46), electronic addresses (BT-34, BT-49). */
/** ICD codes. */
export const SCHEME = { siren: '0002', siret: '0009', address: '0225' };

/** Terms of a party, by the member that states it. */
const TERMS = {
  seller: { companyId: 'BT-30', endpoint: 'BT-34' },
  buyer: { companyId: 'BT-47', endpoint: 'BT-49' },
} as const;
type Side = keyof typeof TERMS;

/** Notes that an invoice between companies must have (BR-FR-05), by UNTDID 4451, with the default texts. */
export const COMPULSORY_NOTES = {
  PMT: 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 €.',
  PMD: "Pénalités de retard : trois fois le taux d'intérêt légal.",
  AAB: "Pas d'escompte pour paiement anticipé.",
} as const;

/** A SIRET in the place of the SIREN moves to its own place, if that is free. */
const siretOf =
  (side: Side): Completion =>
  (invoice) => {
    const party = invoice[side];
    const siret = plainNumber(party.companyId);
    const isSiret = isFrench(party.address.country) && /^\d{14}$/.test(siret);
    if (!isSiret || party.companyIdScheme !== undefined || !hasRoomForSiret(invoice, side))
      return { invoice, remarks: [] };
    const siren = { companyId: siret.slice(0, 9) };
    const replaced =
      side === 'seller'
        ? {
            seller: withMembers(invoice.seller, {
              ...siren,
              ids: [...invoice.seller.ids, { id: siret, scheme: SCHEME.siret }],
            }),
          }
        : {
            buyer: withMembers(invoice.buyer, {
              ...siren,
              reference: siret,
              referenceScheme: SCHEME.siret,
            }),
          };
    return {
      invoice: withMembers(invoice, replaced),
      remarks: [
        adapt(
          `${side}.company_id`,
          TERMS[side].companyId,
          say('routes-fr-pa.siret-has-its-own-field-this-field-has'),
          say('routes-fr-pa.nothing-to-change-siren-can-be-stated-in'),
        ),
      ],
    };
  };

const hasRoomForSiret = ({ seller, buyer }: CanonicalInvoice, side: Side): boolean =>
  side === 'seller'
    ? seller.ids.every(({ scheme }) => scheme !== SCHEME.siret)
    : buyer.reference === undefined;

/** A SIREN in groups of three is written without blanks: with them it has no scheme, and is none by the rules. */
const plainSirenOf =
  (side: Side): Completion =>
  (invoice) => {
    const { companyId, companyIdScheme: scheme, address } = invoice[side];
    const isSiren =
      looksLikeSiren(companyId) && (scheme ?? (isFrench(address.country) && SCHEME.siren)) === SCHEME.siren;
    if (!isSiren) return { invoice, remarks: [] };
    const party = withMembers<CanonicalInvoice[Side]>(invoice[side], { companyId: plainNumber(companyId) });
    return { invoice: withMembers(invoice, { [side]: party }), remarks: [] };
  };

/** A SIREN that is left out is the end of the VAT number. */
const sirenOf =
  (side: Side): Completion =>
  (invoice) => {
    const party = invoice[side];
    const siren = /^FR[0-9A-Z]{2}(\d{9})$/.exec(party.vatId ?? '')?.[1];
    if (!isFrench(party.address.country) || party.companyId !== undefined || siren === undefined)
      return { invoice, remarks: [] };
    return {
      invoice: withMembers(invoice, {
        [side]: withMembers<CanonicalInvoice[Side]>(party, { companyId: siren }),
      }),
      remarks: [
        adapt(
          `${side}.company_id`,
          TERMS[side].companyId,
          say('routes-fr-pa.siren-was-taken-from-vat-number'),
          say('routes-fr-pa.check-it-in-document-if-it-is-wrong'),
        ),
      ],
    };
  };

/** A party without an electronic address gets the SIREN as its address. */
const addressOf =
  (side: Side): Completion =>
  (invoice) => {
    const party = invoice[side];
    const isReached = isFrench(party.address.country) && looksLikeSiren(party.companyId);
    if (!isReached || party.endpoint !== undefined) return { invoice, remarks: [] };
    const endpoint = { id: plainNumber(party.companyId), scheme: SCHEME.address };
    return {
      invoice: withMembers(invoice, { [side]: withMembers<CanonicalInvoice[Side]>(party, { endpoint }) }),
      remarks: [
        adapt(
          `${side}.endpoint`,
          TERMS[side].endpoint,
          say('routes-fr-pa.electronic-address-is-siren'),
          say('routes-fr-pa.check-it-in-french-directory-if-address-is'),
        ),
      ],
    };
  };

/** The legally required notes, if the caller states none. */
const notes: Completion = (invoice) => {
  const { notes: stated } = invoice.invoice;
  const present = writtenSubjects(stated);
  const missing = Object.entries(COMPULSORY_NOTES).filter(([subjectCode]) => !present.has(subjectCode));
  if (missing.length === 0) return { invoice, remarks: [] };
  const all = withNotes(
    stated,
    missing.map(([subjectCode, text]) => ({ subjectCode, text })),
  );
  return {
    invoice: withMembers(invoice, { invoice: withMembers(invoice.invoice, { notes: all }) }),
    remarks: missing.map(([subjectCode]) =>
      adapt(
        'invoice.notes',
        'BT-22',
        say('routes-fr-pa.note-that-law-requires-was-written-with-its', { code: subjectCode }),
        say('routes-fr-pa.if-other-terms-were-agreed-state-them-in', { code: subjectCode }),
      ),
    ),
  };
};

/** The kind of supply, by the lines: B goods, S services, M both. */
export function letterOf({ lines }: CanonicalInvoice): 'B' | 'S' | 'M' | undefined {
  const kinds = new Set(lines.map(({ itemKind }) => itemKind));
  if (kinds.size === 0 || kinds.has(undefined)) return undefined;
  if (kinds.size === 2) return 'M';
  return kinds.has('goods') ? 'B' : 'S';
}

/** Paid in whole before it is issued (BR-FR-CO-09). */
export function isPaid(invoice: CanonicalInvoice): boolean {
  const { due, prepaid } = computeAmounts(invoice).totals;
  return prepaid !== undefined && due.isZero() && invoice.invoice.dueDate !== undefined;
}

/** A BT-23 that is left out follows from the lines; otherwise it is goods and services, billed as usual, which every platform accepts. */
const process: Completion = (invoice) => {
  if (invoice.invoice.businessProcess !== undefined) return { invoice, remarks: [] };
  const letter = letterOf(invoice);
  if (letter === undefined) return { invoice, remarks: [BOTH] };
  const businessProcess = `${letter}${kindOfBilling(invoice)}`;
  return {
    invoice: withMembers(invoice, { invoice: withMembers(invoice.invoice, { businessProcess }) }),
    remarks: [
      adapt(
        'invoice.business_process',
        'BT-23',
        say('routes-fr-pa.business-process-was-derived-from-kinds-of-items'),
        say('routes-fr-pa.nothing-to-change-another-process-can-be-stated'),
      ),
    ],
  };
};

/** The digit: 4 after advances, 2 if it is paid, else 1. */
export function kindOfBilling(invoice: CanonicalInvoice): 1 | 2 | 4 {
  const { typeCode } = invoice.invoice;
  if (isBehindAdvance(invoice) && typeCode !== ADVANCE && !isCorrectionType(typeCode)) return 4;
  return invoice.payment?.prepaidDate !== undefined && isPaid(invoice) ? 2 : 1;
}

const BOTH: Finding = {
  ...adapt(
    'invoice.business_process',
    'BT-23',
    say('routes-fr-pa.invoice-states-goods-and-services-because-no-line'),
    say('routes-fr-pa.state-item-kind-in-every-line-or-process'),
  ),
  severity: 'warning',
};

/** A note (BAR) marks a consumer; such an invoice goes to e-reporting. */
const consumer: Completion = (invoice) => {
  const { notes: stated } = invoice.invoice;
  if (invoice.buyer.isConsumer !== true || writtenSubjects(stated).has('BAR'))
    return { invoice, remarks: [] };
  const all = withNotes(stated, [{ subjectCode: 'BAR', text: 'B2C' }]);
  const header = withMembers(invoice.invoice, { notes: all });
  return { invoice: withMembers(invoice, { invoice: header }), remarks: [] };
};

/**
 * Among several sellers each breakdown has the reason of its amounts (BR-FREXT-E-08 and its kind), so an amount without one states the
 * reason of its category.
 */
const reasonsOfAmounts: Completion = (invoice) => {
  if (!hasSeveralSellers(invoice.invoice)) return { invoice, remarks: [] };
  const reasons = new Map([...usedVatCategories(invoice)].map((one) => [one, exemptionReason(invoice, one)]));
  const withReason = <T extends CanonicalInvoice['allowances'][number] | Line>(item: T): T => {
    const { exemptionReason: vatExemptionReason, exemptionReasonCode: vatExemptionCode } =
      (item.vatCategory && reasons.get(item.vatCategory)) ?? {};
    const isStated = (item.vatExemptionReason ?? item.vatExemptionCode) !== undefined;
    return isStated ? item : withMembers<T>(item, { vatExemptionReason, vatExemptionCode } as Partial<T>);
  };
  return {
    invoice: withMembers(invoice, {
      allowances: invoice.allowances.map(withReason),
      charges: invoice.charges.map(withReason),
      lines: invoice.lines.map((line) => (isCounted(line) ? withReason(line) : line)),
    }),
    remarks: [],
  };
};

/** Completes an invoice for a French platform: SIREN and SIRET in their places, electronic addresses, the compulsory notes. */
export const completedForFrance: (invoice: CanonicalInvoice) => Completed = inTurn(
  ...(['seller', 'buyer'] as const).flatMap((side) => [
    siretOf(side),
    plainSirenOf(side),
    sirenOf(side),
    addressOf(side),
  ]),
  notes,
  consumer,
  advancesAsPaid,
  process,
  reasonsOfAmounts,
);
