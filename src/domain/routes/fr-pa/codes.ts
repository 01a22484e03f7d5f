import type { Family, Words } from '../../findings/code-words.ts';

const ANEW = 'Correct it and send the invoice under a new number.';
const ASK_BUYER = 'Settle it with the buyer. A corrected invoice needs a new number.';
const BUYERS = 'The buyer gives this reason in a message about the invoice.';
const PLATFORMS = "The sender's or the receiver's platform found it.";
const TECHNICAL = 'The platform found it before it read the invoice.';
const CHORUS = 'A reason of Chorus Pro, about an invoice to a public buyer.';
const REPORT =
  'The reason is about the report to the tax administration. The delivery of the invoice has its own status.';
const OPERATOR = 'Ask the operator. The invoice itself needs no change.';

/**
 * Reasons that French platforms and buyers give (`routes`, section 5): the list of the rules and the additions of annex 7 of the tax
 * office.
 */
export const FRENCH_REASONS: readonly Words[] = [
  [
    'NON_TRANSMISE',
    'buyer',
    'The buyer cannot be reached yet',
    'The directory lists the buyer, but without an address that receives invoices.',
    'Nothing to change: the platform stores the invoice. Inform the buyer.',
  ],
  ['TX_TVA_ERR', 'erp', 'A VAT rate is wrong', BUYERS, ANEW],
  ['MONTANTTOTAL_ERR', 'erp', 'The total is wrong', `${BUYERS} Platforms give it too.`, ANEW],
  ['CALCUL_ERR', 'erp', 'The amounts do not add up', `${BUYERS} Platforms give it too.`, ANEW],
  ['NON_CONFORME', 'erp', 'A statement that the law requires is missing', BUYERS, ANEW],
  [
    'DOUBLON',
    'erp',
    'The invoice exists already',
    'The platform or the buyer already holds an invoice with this seller, number and year.',
    'Compare both. A corrected invoice needs a new number.',
  ],
  [
    'DEST_INC',
    'erp',
    'The receiver is not in the directory',
    PLATFORMS,
    "Check the buyer's SIREN and address (BT-49).",
  ],
  ['DEST_ERR', 'erp', 'The invoice names another company', BUYERS, "Check the buyer's SIREN."],
  ['TRANSAC_INC', 'business', 'The buyer does not know this purchase', BUYERS, ASK_BUYER],
  ['EMMET_INC', 'business', 'The buyer does not know the seller', BUYERS, ASK_BUYER],
  ['CONTRAT_TERM', 'business', 'The contract has ended', BUYERS, ASK_BUYER],
  [
    'DOUBLE_FACT',
    'business',
    'It was already billed',
    'The buyer finds the same goods or services on another invoice.',
    ASK_BUYER,
  ],
  ['CMD_ERR', 'erp', 'The order number is wrong or missing', BUYERS, 'Check the order reference (BT-13).'],
  ['ADR_ERR', 'erp', 'An electronic address is wrong', BUYERS, 'Check the addresses (BT-34, BT-49).'],
  [
    'REF_CT_ABSENT',
    'erp',
    'The reference to the contract is missing',
    BUYERS,
    'Check buyer reference, project, contract and delivery note (BT-10, 11, 12, 16).',
  ],
  ['SIRET_ERR', 'erp', 'The SIRET is wrong or missing', BUYERS, "Check the buyer's SIRET (BT-46)."],
  [
    'CODE_ROUTAGE_ERR',
    'erp',
    'The routing code is wrong or missing',
    BUYERS,
    "Check the buyer's address (BT-49): it ends with the routing code.",
  ],
  ['REF_ERR', 'erp', 'A reference is wrong', BUYERS, 'Check the references of the invoice.'],
  ['PU_ERR', 'business', 'A unit price is wrong', BUYERS, ASK_BUYER],
  ['REM_ERR', 'business', 'A discount is wrong', BUYERS, ASK_BUYER],
  ['QTE_ERR', 'business', 'A quantity is wrong', BUYERS, ASK_BUYER],
  ['ART_ERR', 'business', 'An item is wrong', BUYERS, ASK_BUYER],
  ['MODPAI_ERR', 'business', 'The terms of payment are wrong', BUYERS, ASK_BUYER],
  ['QUALITE_ERR', 'business', 'The quality is not as agreed', BUYERS, ASK_BUYER],
  ['LIVR_INCOMP', 'business', 'The delivery is incomplete', BUYERS, ASK_BUYER],
  ['COORD_BANC_ERR', 'erp', 'The bank details are wrong', BUYERS, 'Check the IBAN (BT-84).'],
  [
    'JUSTIF_ABS',
    'business',
    'Supporting documents are missing',
    BUYERS,
    'Send them to the buyer, and report to the platform that the invoice is complete.',
  ],
  [
    'AUTRE',
    'business',
    'Another reason, given as text',
    'No code of the list applies; the message has the text.',
    'Read the message. The document with the answer has it too.',
  ],
  [
    'ROUTAGE_ERR',
    'route',
    'The invoice went to a platform that no longer serves the buyer',
    "The receiving side's entry in the directory was out of date.",
    'Nothing to change: the sending platform sends it on.',
  ],
  [
    'REJ_SEMAN',
    'us',
    'The platform finds a field of the invoice invalid',
    PLATFORMS,
    'Ask the operator. Then send the invoice under a new number.',
  ],
  [
    'REJ_UNI',
    'erp',
    'The number was already used',
    `${PLATFORMS} Another invoice has the same seller, number and year.`,
    'Send it under a new number.',
  ],
  [
    'REJ_COH',
    'us',
    'Fields of the invoice contradict each other',
    PLATFORMS,
    'Ask the operator. Then send the invoice under a new number.',
  ],
  [
    'REJ_ADR',
    'erp',
    'An electronic address is wrong',
    PLATFORMS,
    "Check the buyer's SIREN and address (BT-49).",
  ],
  ['REJ_CONT_B2G', 'erp', 'A statement that a public buyer requires is missing', PLATFORMS, ANEW],
  ['REJ_REF_PJ', 'us', 'The reference to an attachment is wrong', PLATFORMS, OPERATOR],
  ['REJ_ASS_PJ', 'us', 'An attachment does not belong to the invoice', PLATFORMS, OPERATOR],
  ['IRR_VIDE_F', 'us', 'The file is empty', TECHNICAL, OPERATOR],
  ['IRR_TYPE_F', 'us', 'The platform does not accept files of this type', TECHNICAL, OPERATOR],
  ['IRR_SYNTAX', 'us', 'The file does not follow its schema', TECHNICAL, OPERATOR],
  ['IRR_TAILLE_PJ', 'us', 'An attachment is too large', TECHNICAL, 'Send a smaller attachment.'],
  ['IRR_NOM_PJ', 'us', 'The name of an attachment is not allowed', TECHNICAL, 'Rename the attachment.'],
  ['IRR_VID_PJ', 'us', 'An attachment is empty', TECHNICAL, 'Leave the attachment out, or send its content.'],
  [
    'IRR_EXT_DOC',
    'us',
    'The platform does not accept attachments of this type',
    TECHNICAL,
    'Send the attachment as a PDF.',
  ],
  [
    'IRR_TAILLE_F',
    'erp',
    'The file is too large',
    TECHNICAL,
    'Make the attachments smaller, or split the invoice.',
  ],
  ['IRR_ANTIVIRUS', 'erp', 'The platform found a virus', TECHNICAL, 'Check the attachments.'],
  ['IRR_NOM_F', 'us', 'The name of the file is not allowed', TECHNICAL, OPERATOR],
  ['RETRAIT_MAN_SERV', 'business', 'The public buyer has withdrawn the invoice', CHORUS, ASK_BUYER],
  ['ST_CT_NON_DECLAR', 'business', 'The subcontractor or the contract was not declared', CHORUS, ASK_BUYER],
  ['SUPPR_COMP_AVOIR', 'business', 'A credit note replaces the invoice', CHORUS, ASK_BUYER],
  ['TRANSF_PMNT_REGIE', 'business', 'The invoice is paid from petty cash', CHORUS, ASK_BUYER],
  ['CONTACT_ACHTR', 'business', 'The public buyer wants to be called', CHORUS, ASK_BUYER],
  ['AUT_MOTIF_ERR_VALIDEUR', 'business', 'The approver gives another reason', CHORUS, ASK_BUYER],
  ['CREANCIER_ERR', 'erp', 'The creditor is wrong', CHORUS, 'Check the seller and the payee (BG-10).'],
  ['ERR_VALIDEUR', 'business', 'It was sent to the wrong person for approval', CHORUS, ASK_BUYER],
  ['FACT_NON_CONFORME', 'erp', "The invoice does not meet the buyer's requirements", CHORUS, ANEW],
  ['MARCHE_TERM', 'business', 'The public contract has ended', CHORUS, ASK_BUYER],
  ['MONTANT_ERR', 'erp', 'An amount is wrong', CHORUS, ANEW],
  ['SE_ERR', 'erp', "The buyer's department (service) is wrong", CHORUS, "Check the buyer's routing code."],
  [
    'ANNUL_ENC',
    'business',
    'A reported payment is withdrawn',
    BUYERS,
    'Compare the payment with the bank account.',
  ],
  ['REJ_INC', 'us', 'The report is incomplete', REPORT, OPERATOR],
  ['REJ_INEX', 'us', 'The report refers to an object that does not exist', REPORT, OPERATOR],
  ['REJ_RG', 'us', 'The report breaks a rule', REPORT, OPERATOR],
  [
    'REJ_HAB',
    'client',
    'The platform may not report for this company',
    REPORT,
    'Have the platform registered for the company in the directory.',
  ],
  ['REJ_ENCAISSEMENT', 'us', 'The report of a payment is refused', REPORT, OPERATOR],
];

/** Older spellings, by the present one. */
export const FRENCH_ALIASES: Readonly<Record<string, readonly string[]>> = {
  CMD_ERR: ['CMD_EJ_ERR'],
  IRR_VIDE_F: ['IRR_VID_F'],
};

export const FRENCH_CODES: readonly Family[] = [
  {
    family: 'France route answer',
    codes: FRENCH_REASONS,
    aliases: FRENCH_ALIASES,
  },
  {
    family: 'France route answer',
    codes: [
      [
        'EI-FR-CONSUMER',
        'erp',
        'The buyer is marked as a consumer and has a SIREN',
        'An invoice to a consumer goes to e-reporting and is not delivered. A buyer with a SIREN is a business.',
        'Leave buyer.is_consumer out, or leave the SIREN out.',
      ],
      [
        'EI-FR-CONSUMER-SALE',
        'erp',
        'A sale to a consumer is reported, not invoiced',
        'France takes sales to consumers by e-reporting: the seller reports them to the administration through its accredited platform. ' +
          'The service writes these reports, or the platform derives them from invoices. The record of the client does not say which.',
        'Ask the platform, and have fr.reports and fr.vat_regime set in the record of the client. If the buyer is a business, leave ' +
          'buyer.is_consumer out and enter SIREN and electronic address.',
      ],
      [
        'EI-FR-REPORT',
        'erp',
        'The sale cannot be reported as it is stated',
        'The sale goes into a report to the French administration (flow 10), whose rules ask for more than an invoice states here.',
        'The finding names the member and the rule of the administration.',
      ],
      [
        'EI-FR-REPORT-PLATFORM',
        'client',
        'No report can go through the platform of the client',
        'The service writes the reports of the client, but its platform derives reports itself, or the credential does not state the ' +
          'number by which a report names the platform.',
        'Ask the platform, then correct fr.reports in the record of the client, or report_sender in the credential.',
      ],
      [
        'EI-FR-ADVANCE',
        'erp',
        'The advance invoices cannot be deducted',
        'A final invoice in France states the whole supply, names each advance invoice (BT-25) and deducts its amount with VAT as ' +
          'paid (BT-113). The data in advance_invoices do not determine this amount.',
        'The finding names the missing or repeated data. On a final invoice (380, 389) each advance has its vat_breakdown, and ' +
          'payment.prepaid_amount is left out.',
      ],
      [
        'EI-FR-NO-ADDRESS',
        'erp',
        'The buyer cannot be reached in the French directory yet',
        "The directory has no line, or none in force, for the buyer's electronic address. The invoice is still sent: the platform stores it and delivers it, or reports it, later.",
        "Check the buyer's electronic address (BT-49). If it is right, the buyer must choose a platform. Do not send the invoice again.",
      ],
      [
        'EI-FR-CANCELLED',
        'business',
        'The invoice was cancelled at the platform',
        'A lifecycle message (220, annulée) states that the seller has replaced the invoice by a corrective one. The platform shows ' +
          'it as cancelled, so the buyer does not pay it.',
        'Find out who cancelled it. If no one did, ask the platform.',
      ],
      [
        'EI-FR-ACCOUNT-CHANGED',
        'business',
        'The account to pay was changed',
        'A lifecycle message (227, changement de compte à payer) names another account than the invoice. A changed account can be a ' +
          'sign of fraud.',
        'Find out who changed it, and compare the account in the stored message (fr-lifecycle-227) with yours.',
      ],
      [
        'EI-FR-CLAIM-REFUSED',
        'business',
        'The factor does not buy the claim',
        'A lifecycle message (228, non affacturée) states that the factor does not buy the claim.',
        'Settle it with the factor.',
      ],
      [
        'EI-FR-STATUS-REFUSED',
        'business',
        'The platform refuses a status of the invoice',
        'The client sent a status by POST …/statuses. The platform acknowledged its lifecycle message with errors (InvoiceLC…) or ' +
          'refused the call. The invoice itself does not change.',
        'Compare the statuses of the invoice at the platform, then send the correct one.',
      ],
    ],
  },
];
