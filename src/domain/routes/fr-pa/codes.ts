import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { type Family, SENDER_CAN_FIX, type Words } from '../../findings/code-words.ts';

const UNDER_NEW_NUMBER = say('routes-fr-pa.correct-it-and-send-the-invoice-under-a-new');
const SEND_AGAIN = say('routes-fr-pa.then-send-it-again-its-number-is-free');
const THEN_SEND = say('routes-fr-pa.then-send-the-corrected-invoice');
const ASK_BUYER = say('routes-fr-pa.settle-it-with-the-buyer-a-corrected-invoice-needs');
const BUYERS = say('routes-fr-pa.the-buyer-gives-this-reason-in-a-message-about');
const PLATFORMS = say('routes-fr-pa.the-sender-s-or-the-receiver-s-platform-found');
const TECHNICAL = say('routes-fr-pa.the-platform-found-it-before-it-read-the-invoice');
const CHORUS = say('routes-fr-pa.a-reason-of-chorus-pro-about-an-invoice-to');
const REPORT = say('routes-fr-pa.the-reason-is-about-the-report-to-the-tax');
const OPERATOR = say('routes-fr-pa.ask-the-operator-the-invoice-itself-needs-no-change');

/**
 * Reasons that French platforms and buyers give (`routes`, section 5): the list of the rules and the additions of annex 7 of the tax
 * office.
 */
export const FRENCH_REASONS: readonly Words[] = [
  [
    'NON_TRANSMISE',
    'buyer',
    say('routes-fr-pa.the-buyer-cannot-be-reached-yet'),
    say('routes-fr-pa.the-directory-lists-the-buyer-but-without-an-address'),
    say('routes-fr-pa.nothing-to-change-the-platform-stores-the-invoice-inform'),
  ],
  ['TX_TVA_ERR', 'erp', say('routes-fr-pa.a-vat-rate-is-wrong'), BUYERS, UNDER_NEW_NUMBER],
  [
    'MONTANTTOTAL_ERR',
    'erp',
    say('routes-fr-pa.the-total-is-wrong'),
    sentences(BUYERS, say('routes-fr-pa.platforms-give-it-too')),
    UNDER_NEW_NUMBER,
  ],
  [
    'CALCUL_ERR',
    'erp',
    say('routes-fr-pa.the-amounts-do-not-add-up'),
    sentences(BUYERS, say('routes-fr-pa.platforms-give-it-too')),
    UNDER_NEW_NUMBER,
  ],
  [
    'NON_CONFORME',
    'erp',
    say('routes-fr-pa.a-statement-that-the-law-requires-is-missing'),
    BUYERS,
    UNDER_NEW_NUMBER,
  ],
  [
    'DOUBLON',
    'erp',
    say('routes-fr-pa.the-invoice-exists-already'),
    say('routes-fr-pa.the-platform-or-the-buyer-already-holds-an-invoice'),
    say('routes-fr-pa.compare-both-a-corrected-invoice-needs-a-new-number'),
  ],
  [
    'DEST_INC',
    'erp',
    say('routes-fr-pa.the-receiver-is-not-in-the-directory'),
    PLATFORMS,
    sentences(say('routes-fr-pa.check-the-buyer-s-siren-and-address-bt-49'), THEN_SEND),
  ],
  [
    'DEST_ERR',
    'erp',
    say('routes-fr-pa.the-invoice-names-another-company'),
    BUYERS,
    sentences(say('routes-fr-pa.check-the-buyer-s-siren'), THEN_SEND),
  ],
  ['TRANSAC_INC', 'business', say('routes-fr-pa.the-buyer-does-not-know-this-purchase'), BUYERS, ASK_BUYER],
  ['EMMET_INC', 'business', say('routes-fr-pa.the-buyer-does-not-know-the-seller'), BUYERS, ASK_BUYER],
  ['CONTRAT_TERM', 'business', say('routes-fr-pa.the-contract-has-ended'), BUYERS, ASK_BUYER],
  [
    'DOUBLE_FACT',
    'business',
    say('routes-fr-pa.it-was-already-billed'),
    say('routes-fr-pa.the-buyer-finds-the-same-goods-or-services-on'),
    ASK_BUYER,
  ],
  [
    'CMD_ERR',
    'erp',
    say('routes-fr-pa.the-order-number-is-wrong-or-missing'),
    BUYERS,
    sentences(say('routes-fr-pa.check-the-order-reference-bt-13'), THEN_SEND),
  ],
  [
    'ADR_ERR',
    'erp',
    say('routes-fr-pa.an-electronic-address-is-wrong'),
    BUYERS,
    sentences(say('routes-fr-pa.check-the-addresses-bt-34-bt-49'), THEN_SEND),
  ],
  [
    'REF_CT_ABSENT',
    'erp',
    say('routes-fr-pa.the-reference-to-the-contract-is-missing'),
    BUYERS,
    sentences(say('routes-fr-pa.check-buyer-reference-project-contract-and-delivery-note-bt'), THEN_SEND),
  ],
  [
    'SIRET_ERR',
    'erp',
    say('routes-fr-pa.the-siret-is-wrong-or-missing'),
    BUYERS,
    sentences(say('routes-fr-pa.check-the-buyer-s-siret-bt-46'), THEN_SEND),
  ],
  [
    'CODE_ROUTAGE_ERR',
    'erp',
    say('routes-fr-pa.the-routing-code-is-wrong-or-missing'),
    BUYERS,
    sentences(say('routes-fr-pa.check-the-buyer-s-address-bt-49-it-ends'), THEN_SEND),
  ],
  [
    'REF_ERR',
    'erp',
    say('routes-fr-pa.a-reference-is-wrong'),
    BUYERS,
    sentences(say('routes-fr-pa.compare-the-references-with-the-order'), THEN_SEND),
  ],
  ['PU_ERR', 'business', say('routes-fr-pa.a-unit-price-is-wrong'), BUYERS, ASK_BUYER],
  ['REM_ERR', 'business', say('routes-fr-pa.a-discount-is-wrong'), BUYERS, ASK_BUYER],
  ['QTE_ERR', 'business', say('routes-fr-pa.a-quantity-is-wrong'), BUYERS, ASK_BUYER],
  ['ART_ERR', 'business', say('routes-fr-pa.an-item-is-wrong'), BUYERS, ASK_BUYER],
  ['MODPAI_ERR', 'business', say('routes-fr-pa.the-terms-of-payment-are-wrong'), BUYERS, ASK_BUYER],
  ['QUALITE_ERR', 'business', say('routes-fr-pa.the-quality-is-not-as-agreed'), BUYERS, ASK_BUYER],
  ['LIVR_INCOMP', 'business', say('routes-fr-pa.the-delivery-is-incomplete'), BUYERS, ASK_BUYER],
  [
    'COORD_BANC_ERR',
    'erp',
    say('routes-fr-pa.the-bank-details-are-wrong'),
    BUYERS,
    sentences(say('routes-fr-pa.check-the-iban-bt-84'), THEN_SEND),
  ],
  [
    'JUSTIF_ABS',
    'business',
    say('routes-fr-pa.supporting-documents-are-missing'),
    BUYERS,
    say('routes-fr-pa.send-them-to-the-buyer-and-report-to-the'),
  ],
  [
    'AUTRE',
    'business',
    say('routes-fr-pa.another-reason-given-as-text'),
    say('routes-fr-pa.no-code-of-the-list-applies-the-message-has'),
    say('routes-fr-pa.read-the-message-the-document-with-the-answer-has'),
  ],
  [
    'ROUTAGE_ERR',
    'route',
    say('routes-fr-pa.the-invoice-went-to-a-platform-that-no-longer'),
    say('routes-fr-pa.the-receiving-side-s-entry-in-the-directory-was'),
    say('routes-fr-pa.nothing-to-change-the-sending-platform-sends-it-on'),
  ],
  [
    'REJ_SEMAN',
    'us',
    say('routes-fr-pa.the-platform-finds-a-field-of-the-invoice-invalid'),
    PLATFORMS,
    say('routes-fr-pa.ask-the-operator-then-send-the-invoice-under-a'),
  ],
  [
    'REJ_UNI',
    'erp',
    say('routes-fr-pa.the-number-was-already-used'),
    sentences(PLATFORMS, say('routes-fr-pa.another-invoice-has-the-same-seller-number-and-year')),
    say('routes-fr-pa.send-it-under-a-new-number'),
  ],
  [
    'REJ_COH',
    'us',
    say('routes-fr-pa.fields-of-the-invoice-contradict-each-other'),
    PLATFORMS,
    say('routes-fr-pa.ask-the-operator-then-send-the-invoice-under-a'),
  ],
  [
    'REJ_ADR',
    'erp',
    say('routes-fr-pa.an-electronic-address-is-wrong'),
    PLATFORMS,
    sentences(say('routes-fr-pa.check-the-buyer-s-siren-and-address-bt-49'), THEN_SEND),
  ],
  [
    'REJ_CONT_B2G',
    'erp',
    say('routes-fr-pa.a-statement-that-a-public-buyer-requires-is-missing'),
    PLATFORMS,
    say('routes-fr-pa.ask-the-public-buyer-what-it-requires'),
  ],
  ['REJ_REF_PJ', 'us', say('routes-fr-pa.the-reference-to-an-attachment-is-wrong'), PLATFORMS, OPERATOR],
  ['REJ_ASS_PJ', 'us', say('routes-fr-pa.an-attachment-does-not-belong-to-the-invoice'), PLATFORMS, OPERATOR],
  ['IRR_VIDE_F', 'us', say('routes-fr-pa.the-file-is-empty'), TECHNICAL, OPERATOR],
  [
    'IRR_TYPE_F',
    'us',
    say('routes-fr-pa.the-platform-does-not-accept-files-of-this-type'),
    TECHNICAL,
    OPERATOR,
  ],
  ['IRR_SYNTAX', 'us', say('routes-fr-pa.the-file-does-not-follow-its-schema'), TECHNICAL, OPERATOR],
  [
    'IRR_TAILLE_PJ',
    'us',
    say('routes-fr-pa.an-attachment-is-too-large'),
    TECHNICAL,
    sentences(say('routes-fr-pa.send-a-smaller-attachment'), SEND_AGAIN),
    SENDER_CAN_FIX,
  ],
  [
    'IRR_NOM_PJ',
    'us',
    say('routes-fr-pa.the-name-of-an-attachment-is-not-allowed'),
    TECHNICAL,
    sentences(say('routes-fr-pa.rename-the-attachment'), SEND_AGAIN),
    SENDER_CAN_FIX,
  ],
  [
    'IRR_VID_PJ',
    'us',
    say('routes-fr-pa.an-attachment-is-empty'),
    TECHNICAL,
    sentences(say('routes-fr-pa.leave-the-attachment-out-or-send-its-content'), SEND_AGAIN),
    SENDER_CAN_FIX,
  ],
  [
    'IRR_EXT_DOC',
    'us',
    say('routes-fr-pa.the-platform-does-not-accept-attachments-of-this-type'),
    TECHNICAL,
    sentences(say('routes-fr-pa.send-the-attachment-as-a-pdf'), SEND_AGAIN),
    SENDER_CAN_FIX,
  ],
  [
    'IRR_TAILLE_F',
    'erp',
    say('routes-fr-pa.the-file-is-too-large'),
    TECHNICAL,
    sentences(say('routes-fr-pa.make-the-attachments-smaller-or-split-the-invoice'), SEND_AGAIN),
  ],
  [
    'IRR_ANTIVIRUS',
    'erp',
    say('routes-fr-pa.the-platform-found-a-virus'),
    TECHNICAL,
    say('routes-fr-pa.replace-the-infected-attachment'),
  ],
  ['IRR_NOM_F', 'us', say('routes-fr-pa.the-name-of-the-file-is-not-allowed'), TECHNICAL, OPERATOR],
  [
    'RETRAIT_MAN_SERV',
    'business',
    say('routes-fr-pa.the-public-buyer-has-withdrawn-the-invoice'),
    CHORUS,
    ASK_BUYER,
  ],
  [
    'ST_CT_NON_DECLAR',
    'business',
    say('routes-fr-pa.the-subcontractor-or-the-contract-was-not-declared'),
    CHORUS,
    ASK_BUYER,
  ],
  ['SUPPR_COMP_AVOIR', 'business', say('routes-fr-pa.a-credit-note-replaces-the-invoice'), CHORUS, ASK_BUYER],
  [
    'TRANSF_PMNT_REGIE',
    'business',
    say('routes-fr-pa.the-invoice-is-paid-from-petty-cash'),
    CHORUS,
    ASK_BUYER,
  ],
  ['CONTACT_ACHTR', 'business', say('routes-fr-pa.the-public-buyer-wants-to-be-called'), CHORUS, ASK_BUYER],
  [
    'AUT_MOTIF_ERR_VALIDEUR',
    'business',
    say('routes-fr-pa.the-approver-gives-another-reason'),
    CHORUS,
    ASK_BUYER,
  ],
  [
    'CREANCIER_ERR',
    'erp',
    say('routes-fr-pa.the-creditor-is-wrong'),
    CHORUS,
    sentences(say('routes-fr-pa.check-the-seller-and-the-payee-bg-10'), THEN_SEND),
  ],
  [
    'ERR_VALIDEUR',
    'business',
    say('routes-fr-pa.it-was-sent-to-the-wrong-person-for-approval'),
    CHORUS,
    ASK_BUYER,
  ],
  [
    'FACT_NON_CONFORME',
    'erp',
    say('routes-fr-pa.the-invoice-does-not-meet-the-buyer-s-requirements'),
    CHORUS,
    UNDER_NEW_NUMBER,
  ],
  ['MARCHE_TERM', 'business', say('routes-fr-pa.the-public-contract-has-ended'), CHORUS, ASK_BUYER],
  ['MONTANT_ERR', 'erp', say('routes-fr-pa.an-amount-is-wrong'), CHORUS, UNDER_NEW_NUMBER],
  [
    'SE_ERR',
    'erp',
    say('routes-fr-pa.the-buyer-s-department-service-is-wrong'),
    CHORUS,
    sentences(say('routes-fr-pa.check-the-buyer-s-routing-code'), THEN_SEND),
  ],
  [
    'ANNUL_ENC',
    'business',
    say('routes-fr-pa.a-reported-payment-is-withdrawn'),
    BUYERS,
    say('routes-fr-pa.compare-the-payment-with-the-bank-account'),
  ],
  ['REJ_INC', 'us', say('routes-fr-pa.the-report-is-incomplete'), REPORT, OPERATOR],
  ['REJ_INEX', 'us', say('routes-fr-pa.the-report-refers-to-an-object-that-does-not'), REPORT, OPERATOR],
  ['REJ_RG', 'us', say('routes-fr-pa.the-report-breaks-a-rule'), REPORT, OPERATOR],
  [
    'REJ_HAB',
    'client',
    say('routes-fr-pa.the-platform-may-not-report-for-this-company'),
    REPORT,
    say('routes-fr-pa.have-the-platform-registered-for-the-company-in-the'),
  ],
  ['REJ_ENCAISSEMENT', 'us', say('routes-fr-pa.the-report-of-a-payment-is-refused'), REPORT, OPERATOR],
];

/** Given before the invoice is read. */
export const NOT_ADMITTED: readonly string[] = FRENCH_REASONS.flatMap(([code]) =>
  code.startsWith('IRR_') ? [code] : [],
);

/** Older spellings, by the present one. */
export const FRENCH_ALIASES: Readonly<Record<string, readonly string[]>> = {
  CMD_ERR: ['CMD_EJ_ERR'],
  IRR_VIDE_F: ['IRR_VID_F'],
};

export const FRENCH_CODES: readonly Family[] = [
  {
    family: say('routes-fr-pa.france-route-answer'),
    codes: FRENCH_REASONS,
    aliases: FRENCH_ALIASES,
  },
  {
    family: say('routes-fr-pa.france-route-answer'),
    codes: [
      [
        'EI-FR-CONSUMER',
        'erp',
        say('routes-fr-pa.buyer-is-marked-as-consumer-and-has-siren'),
        say('routes-fr-pa.an-invoice-to-a-consumer-goes-to-e-reporting'),
        say('routes-fr-pa.leave-buyer-is-consumer-out-or-leave-siren'),
      ],
      [
        'EI-FR-CONSUMER-SALE',
        'erp',
        say('routes-fr-pa.a-sale-to-a-consumer-is-reported-not-invoiced'),
        say('routes-fr-pa.france-takes-sales-to-consumers-by-e-reporting-the'),
        say('routes-fr-pa.ask-the-platform-and-have-fr-reports-and-fr'),
      ],
      [
        'EI-FR-REPORT',
        'erp',
        say('routes-fr-pa.the-sale-cannot-be-reported-as-it-is-stated'),
        say('routes-fr-pa.the-sale-goes-into-a-report-to-the-french'),
        say('routes-fr-pa.the-finding-names-the-member-and-the-rule-of'),
      ],
      [
        'EI-FR-REPORT-PLATFORM',
        'client',
        say('routes-fr-pa.no-report-can-go-through-the-platform-of-the'),
        say('routes-fr-pa.the-service-writes-the-reports-of-the-client-but'),
        say('routes-fr-pa.ask-the-platform-then-correct-fr-reports-in-the'),
      ],
      [
        'EI-FR-ADVANCE',
        'erp',
        say('routes-fr-pa.the-advance-invoices-cannot-be-deducted'),
        say('routes-fr-pa.a-final-invoice-in-france-states-the-whole-supply'),
        say('routes-fr-pa.the-finding-names-the-missing-or-repeated-data-on'),
      ],
      [
        'EI-FR-NO-ADDRESS',
        'erp',
        say('routes-fr-pa.the-buyer-cannot-be-reached-in-the-french-directory'),
        say('routes-fr-pa.the-directory-has-no-line-or-none-in-force'),
        say('routes-fr-pa.check-the-buyer-s-electronic-address-bt-49-if'),
      ],
      [
        'EI-FR-CANCELLED',
        'business',
        say('routes-fr-pa.the-invoice-was-cancelled-at-the-platform'),
        say('routes-fr-pa.a-lifecycle-message-220-annul-e-states-that-the'),
        say('routes-fr-pa.find-out-who-cancelled-it-if-no-one-did'),
      ],
      [
        'EI-FR-ACCOUNT-CHANGED',
        'business',
        say('routes-fr-pa.the-account-to-pay-was-changed'),
        say('routes-fr-pa.a-lifecycle-message-227-changement-de-compte-payer-names'),
        say('routes-fr-pa.find-out-who-changed-it-and-compare-the-account'),
      ],
      [
        'EI-FR-CLAIM-REFUSED',
        'business',
        say('routes-fr-pa.the-factor-does-not-buy-the-claim'),
        say('routes-fr-pa.a-lifecycle-message-228-non-affactur-e-states-that'),
        say('routes-fr-pa.settle-it-with-the-factor'),
      ],
      [
        'EI-FR-STATUS-REFUSED',
        'business',
        say('routes-fr-pa.the-platform-refuses-a-status-of-the-invoice'),
        say('routes-fr-pa.the-client-sent-a-status-by-post-statuses-the'),
        say('routes-fr-pa.compare-the-statuses-of-the-invoice-at-the-platform'),
      ],
    ],
  },
];
