import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import type { AddressedParty, Addressing } from '../../vocabulary/addressing.ts';
import { lawIn } from '../../vocabulary/territory.ts';
import type { Finding, Severity } from 'en16931-rules/vocabulary/finding.ts';
import {
  isCnp,
  isCui,
  isGln,
  isIban,
  isLeitweg,
  isNip,
  isPesel,
  isSiren,
  looksLikeIban,
  looksLikeLeitweg,
  plainNip,
} from 'en16931-rules/vocabulary/identifiers.ts';
import { isVatId } from './vat-ids.ts';

interface IdentifierCheck {
  readonly code: string;
  /** Only a wrong IBAN refuses an invoice: for the others the official rules decide (decisions, "identifiers"). */
  readonly severity: Severity;
  readonly field: string;
  readonly term: string;
  readonly message: Text;
  readonly fixHint: Text;
  readonly wrong: (invoice: Identified) => boolean;
}

/** The parties and accounts of an invoice, with their identifiers. */
interface Identified {
  readonly invoice: { readonly buyerReference?: string | undefined };
  readonly seller: IdentifiedParty;
  readonly buyer: IdentifiedParty;
  readonly payment?: CanonicalInvoice['payment'];
  readonly taxRepresentative?: CanonicalInvoice['taxRepresentative'];
}

interface IdentifiedParty {
  readonly vatId?: string | undefined;
  readonly taxNumber?: string | undefined;
  readonly companyId?: string | undefined;
  readonly endpoint?: { readonly scheme: string; readonly id: string } | undefined;
  readonly address: { readonly country: string | null };
}

type Party = 'seller' | 'buyer';

const TERMS = {
  seller: { vatId: 'BT-31', companyId: 'BT-30', taxNumber: 'BT-32', endpoint: 'BT-34' },
  buyer: { vatId: 'BT-48', companyId: 'BT-47', taxNumber: 'BT-47', endpoint: 'BT-49' },
} as const;

function iban(
  field: string,
  term: string,
  of: (invoice: Identified) => string | undefined,
): IdentifierCheck[] {
  const common = { code: 'EI-ID-IBAN', severity: 'error', field, term } as const;
  return [
    {
      ...common,
      message: say('checks.iban-is-mistyped-its-check-digits-do-not'),
      fixHint: say('checks.copy-iban-from-bank-statement-or-page-of'),
      wrong: (invoice) => test(of(invoice), (id) => looksLikeIban(id) && !isIban(id)),
    },
    {
      ...common,
      message: say('checks.this-is-not-iban-iban-begins-with-two'),
      fixHint: say('checks.write-iban-of-account-for-example-de02-1203'),
      wrong: (invoice) => test(of(invoice), (id) => !looksLikeIban(id)),
    },
  ];
}

function vatId(
  field: string,
  term: string,
  of: (invoice: Identified) => string | undefined,
): IdentifierCheck[] {
  const common = { code: 'EI-ID-VAT', severity: 'warning', field, term } as const;
  return [
    {
      ...common,
      message: say('checks.vat-id-does-not-have-form-of-its'),
      fixHint: say('checks.check-vat-id-in-vies'),
      // Polish and Romanian ids are the national number with a prefix, which has a code of its own.
      wrong: (invoice) => test(of(invoice), (id) => !/^(?:PL|RO)/.test(id) && isVatId(id) === false),
    },
    {
      ...common,
      message: say('checks.greek-vat-ids-begin-with-el-gr-is'),
      fixHint: say('checks.write-el-instead-of-gr'),
      wrong: (invoice) => test(of(invoice), (id) => id.startsWith('GR')),
    },
  ];
}

/** Tax numbers that are a tax number as they are and, with the country before them, a VAT id; a personal number is never a VAT id. */
const NATIONAL_NUMBERS = [
  {
    code: 'EI-ID-NIP',
    country: 'PL',
    name: 'NIP',
    right: isNip,
    isPersons: isPesel,
    plain: plainNip,
    // Without its country, too, a VAT id of Poland is a NIP.
    isBare: (id: string): boolean => /^\d{10}$/.test(plainNip(id)),
  },
  {
    code: 'EI-ID-CUI',
    country: 'RO',
    name: 'CUI',
    right: isCui,
    isPersons: isCnp,
    plain: (id: string): string => id.replaceAll(/[\s-]/g, '').replace('RO', ''),
    isBare: (): boolean => false,
  },
] as const;

function nationalNumbers(party: Party): IdentifierCheck[] {
  return NATIONAL_NUMBERS.flatMap(({ code, country, name, right, isPersons, plain, isBare }) => {
    const common = {
      code,
      severity: 'warning',
      message: say('checks.check-digit-of-this-is-wrong', { name }),
      fixHint: say('checks.compare-with-register-entry', { name }),
    } as const;
    const isWrong = (id: string): boolean => !right(plain(id));
    return [
      {
        ...common,
        field: `${party}.vat_id`,
        term: TERMS[party].vatId,
        wrong: (invoice: Identified) =>
          test(
            invoice[party].vatId,
            (id) => (id.startsWith(country) || (isIn(invoice[party], country) && isBare(id))) && isWrong(id),
          ),
      },
      {
        ...common,
        field: `${party}.tax_number`,
        term: TERMS[party].taxNumber,
        wrong: (invoice: Identified) =>
          isIn(invoice[party], country) &&
          test(invoice[party].taxNumber, (id) => isWrong(id) && !isPersons(plain(id))),
      },
    ];
  });
}

const partyChecks = (party: Party): IdentifierCheck[] => [
  ...vatId(`${party}.vat_id`, TERMS[party].vatId, (invoice) => invoice[party].vatId),
  ...nationalNumbers(party),
  {
    code: 'EI-ID-SIREN',
    severity: 'warning',
    field: `${party}.company_id`,
    term: TERMS[party].companyId,
    message: say('checks.EI-ID-SIREN.message'),
    fixHint: say('checks.EI-ID-SIREN.hint'),
    // A SIRET is a SIREN and five more digits.
    wrong: (invoice) =>
      isIn(invoice[party], 'FR') &&
      test(invoice[party].companyId, (id) => !isSiren(id.replaceAll(/\s/g, '').slice(0, 9))),
  },
  {
    code: 'EI-ID-GLN',
    severity: 'warning',
    field: `${party}.endpoint.id`,
    term: TERMS[party].endpoint,
    message: say('checks.EI-ID-GLN.message'),
    fixHint: say('checks.EI-ID-GLN.hint'),
    wrong: (invoice) =>
      invoice[party].endpoint?.scheme === '0088' && test(invoice[party].endpoint.id, (id) => !isGln(id)),
  },
  {
    code: 'EI-ID-LEITWEG',
    severity: 'warning',
    field: `${party}.endpoint.id`,
    term: TERMS[party].endpoint,
    message: say('checks.EI-ID-LEITWEG.message'),
    fixHint: say('checks.EI-ID-LEITWEG.hint'),
    wrong: (invoice) =>
      invoice[party].endpoint?.scheme === '0204' && test(invoice[party].endpoint.id, (id) => !isLeitweg(id)),
  },
];

const test = (id: string | undefined, wrong: (id: string) => boolean): boolean =>
  id !== undefined && wrong(id);

const isIn = ({ address }: IdentifiedParty, country: string): boolean =>
  lawIn(address.country ?? '') === country;

const CHECKS: readonly IdentifierCheck[] = [
  ...iban('payment.iban', 'BT-84', ({ payment }) => payment?.iban),
  ...iban('payment.debited_iban', 'BT-91', ({ payment }) => payment?.debitedIban),
  {
    code: 'EI-ID-LEITWEG',
    severity: 'warning',
    field: 'invoice.buyer_reference',
    term: 'BT-10',
    message: say('checks.EI-ID-LEITWEG.message-2'),
    fixHint: say('checks.EI-ID-LEITWEG.hint-2'),
    wrong: ({ invoice }) => test(invoice.buyerReference, (id) => looksLikeLeitweg(id) && !isLeitweg(id)),
  },
  ...partyChecks('seller'),
  ...partyChecks('buyer'),
  ...vatId('tax_representative.vat_id', 'BT-63', ({ taxRepresentative }) => taxRepresentative?.vatId),
];

/** The same checks for each further account. */
const accountChecks = ({ payment }: Identified): IdentifierCheck[] =>
  (payment?.accounts ?? []).flatMap((account, index) =>
    iban(`payment.accounts[${index}].iban`, 'BT-84', () => account.iban),
  );

/** Checks the check digits of the invoice's identifiers. */
export const checkIdentifiers = (invoice: Identified): Finding[] =>
  [...CHECKS, ...judgeOr(() => accountChecks(invoice), [])]
    .filter(({ wrong }) => judgeOr(() => wrong(invoice), false))
    .map(({ wrong: _, ...common }) => ({ ...common, source: 'pre-check', whoFixes: 'erp' }));

/** The same for the sender and the receiver of a finished file. Its findings name no member of the call. */
export const checkAddressed = ({ seller, buyer }: Addressing): Finding[] =>
  checkIdentifiers({ invoice: {}, seller: identify(seller), buyer: identify(buyer) }).map(
    ({ field, message, ...common }) => ({
      ...common,
      message: ofParty(field?.split('.')[0], message),
    }),
  );

function ofParty(party: string | undefined, text: Text): Text {
  if (party === 'seller') return say('checks.of-seller', { text });
  return party === 'buyer' ? say('checks.of-buyer', { text }) : text;
}

/** FA(3) states the number of a national party without its country. */
function identify({ country, vatId, taxNumber, endpoint }: AddressedParty): IdentifiedParty {
  const isBare = vatId !== undefined && /^\d/.test(vatId);
  return {
    address: { country },
    vatId: isBare ? `${country ?? ''}${vatId}` : vatId,
    taxNumber,
    endpoint: endpoint ?? undefined,
  };
}
