import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import type { Owner } from 'en16931-rules/vocabulary/finding.ts';
import { chooseRoute } from '../../../src/domain/routing/choose-route.ts';

const ownerOf = new Map(OWN_CODES.map(({ code, whoFixes }) => [code, whoFixes]));

describe('the catalogue of our own codes', () => {
  // From part 7 of the contract, then from the decisions.
  const OWNED: Readonly<Record<Owner, readonly string[]>> = {
    erp: [
      ...[
        'EI-COMING',
        'EI-XML-DTD',
        'EI-XML-SYNTAX',
        'EI-XML-TYPE',
        'EI-ID-IBAN',
        'EI-TOTALS-MISMATCH',
        'EI-PEPPOL-NO-ROUTE',
      ],
      ...['EI-REQUEST', 'EI-SOURCE', 'EI-BT24-UNKNOWN', 'EI-ROUTE-UNDECIDED', 'EI-ROUTE-PEPPOL-UNKNOWN'],
      ...['EI-NOT-WRITTEN', 'EI-FR-NO-ADDRESS', 'EI-RULES-END', 'EI-EDITION'],
      'BR-RO-020',
      'EI-ADAPTED',
      ...['EI-DATE-AHEAD', 'EI-DUE-BEFORE-ISSUE', 'EI-NUMBER-REPEATED', 'EI-SAME-AS-EARLIER'],
      ...['EI-FR-EXEMPT-CODE', 'EI-VAT-OF-DAY', 'EI-FR-REASON-TEXT', 'EI-FR-NOT-REPORTED'],
      ...['EI-VAT-RATE', 'EI-CREDIT-NEGATIVE', 'EI-IBAN-COUNTRY', 'EI-PAID-TOO-MUCH', 'EI-TOTAL-UNUSUAL'],
      ...['EI-ID-VAT', 'EI-ID-LEITWEG', 'EI-ID-GLN', 'EI-ID-SIREN', 'EI-ID-NIP', 'EI-ID-CUI'],
      ...['KSEF-415', 'KSEF-430', 'KSEF-450', 'KSEF-21166', 'KSEF-21167'],
      ...[
        'ANAF-UPLOAD',
        'ANAF-NOK',
        'R6.1',
        'R_BT_32_cui',
        'ANAF-NOT-TAKEN',
        'BR-RO-Z2',
        'BR-RO-A050',
        'BR-RO-DT003-CN',
      ],
      ...['080', '090', '200', '210', 'L020', 'L050', 'L100', 'L150', 'L200', 'L300'].map(
        (nn) => `BR-RO-${nn}`,
      ),
      ...['BOM', 'ENCODING', 'VERSION', 'INSTRUCTION', 'CHARACTER', 'SIZE', 'DATE', 'NIP'].map(
        (rule) => `EI-KSEF-${rule}`,
      ),
      ...['UNION', 'CHARGED', 'BILLING'].map((who) => `EI-FA3-${who}-BUYER`),
      ...[
        'EI-FA3-ADVANCE',
        'EI-KSEF-CORRECTION',
        'EI-FA3-NOTE',
        'EI-FA3-SPLIT-PAYMENT',
        'EI-FA3-BUYER-UNSEEN',
        'EI-RO-CONSUMER',
        'EI-FR-CONSUMER',
        'EI-FR-CONSUMER-SALE',
        'EI-FR-REPORT',
        'EI-FR-ADVANCE',
      ],
      ...Array.from({ length: 16 }, (_, i) => `EI-PDF-${i + 1}`),
      'EI-PDF-LETTERS',
      'EI-FA3-CORRECTED',
      'EI-FA3-FORM',
      'EI-RO-CIF',
      'EI-RO-CII',
    ],
    us: [
      ...['EI-MAIL-REFUSED', 'EI-MAIL-SERVER', 'EI-MAIL-UNAVAILABLE', 'EI-MAIL-UNKNOWN'],
      'EI-NO-WORKER',
      'EI-NOT-COLLECTED',
      'EI-PACK-OLD',
      'EI-REGISTRATION-OPEN',
      ...['EI-CONNECTION-ENDS', 'EI-CONNECTION-OPEN'],
      'EI-CLOCK-BEHIND',
      'EI-RESTORED',
      'EI-REPORTED',
      'EI-REPORT-DUE',
      ...['EI-SCHEMA', 'KSEF-440', 'KSEF-400', 'KSEF-435', 'BR-RO-001'],
      ...['EI-CONTENT-UNREADABLE', 'EI-SERVICE-FAULT', 'EI-RECEIPT-UNVERIFIED', 'EI-ROUTE-ANSWER'],
      'EI-LOG-IN-WARNING',
      ...[
        'KOSIT-RUN',
        'EI-PACK-MISSING',
        'EI-PDF-CHECK',
        'EI-SEND-UNKNOWN',
        'EI-ANSWER-UNMATCHED',
        'EI-PEPPOL-DUPLICATE',
        'ANAF-DUPLICATE',
      ],
    ],
    route: [
      'EI-PEPPOL-LOOK-UP',
      ...['EI-ROUTE-UNAVAILABLE', 'EI-STATUS-OVERDUE', 'EI-RECEIPT-OVERDUE', 'EI-RECEIPT-BROKEN'],
      ...['EI-PEPPOL-REFUSED', 'EI-PEPPOL-LOOK-UP'],
      ...['KSEF-405', 'KSEF-500', 'KSEF-550'],
    ],
    client: [
      'EI-MAIL-ADDRESS',
      'EI-OFFLINE-CERTIFICATE',
      ...['EI-REGISTRATION-FAILED', 'EI-REGISTRATION-ELSEWHERE'],
      ...['EI-CONNECTION-FAILED', 'EI-CONNECTION-REFUSED'],
      'EI-REPORT-DIFFERS',
      ...['EI-CREDENTIAL-MISSING', 'EI-CREDENTIAL-REFUSED', 'ANAF-RIGHTS', 'EI-TOKEN-ENDS'],
      'EI-FR-REPORT-PLATFORM',
      ...['KSEF-410', 'EI-KSEF-ATTACHMENT'],
    ],
    business: [
      'EI-PURCHASE-NOT-REPORTED',
      'EI-RECEIVED-REPEATED',
      'EI-DEADLINE-PASSED',
      'EI-BUYER-REFUSED',
      'EI-BUYER-ASKS',
      'ANAF-BUYER-MESSAGE',
      'EI-FR-CANCELLED',
      'EI-FR-ACCOUNT-CHANGED',
      'EI-FR-CLAIM-REFUSED',
      'EI-FR-STATUS-REFUSED',
      'EI-FR-CREDIT-REFUSED',
    ],
    buyer: [],
  };
  // The owner of each reason: `routes/fr-pa`, section 5.
  const FRENCH: Readonly<Partial<Record<Owner, string>>> = {
    buyer: 'NON_TRANSMISE',
    erp:
      'TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_INC DEST_ERR CMD_ERR ADR_ERR REF_CT_ABSENT ' +
      'SIRET_ERR CODE_ROUTAGE_ERR REF_ERR COORD_BANC_ERR REJ_UNI REJ_ADR REJ_CONT_B2G IRR_TAILLE_F IRR_ANTIVIRUS ' +
      'CREANCIER_ERR FACT_NON_CONFORME MONTANT_ERR SE_ERR',
    business:
      'TRANSAC_INC EMMET_INC CONTRAT_TERM DOUBLE_FACT PU_ERR REM_ERR QTE_ERR ART_ERR MODPAI_ERR QUALITE_ERR LIVR_INCOMP ' +
      'JUSTIF_ABS AUTRE RETRAIT_MAN_SERV ST_CT_NON_DECLAR SUPPR_COMP_AVOIR TRANSF_PMNT_REGIE CONTACT_ACHTR ' +
      'AUT_MOTIF_ERR_VALIDEUR ERR_VALIDEUR MARCHE_TERM ANNUL_ENC',
    route: 'ROUTAGE_ERR',
    us:
      'REJ_SEMAN REJ_COH REJ_REF_PJ REJ_ASS_PJ IRR_VIDE_F IRR_TYPE_F IRR_SYNTAX IRR_TAILLE_PJ IRR_NOM_PJ IRR_VID_PJ ' +
      'IRR_EXT_DOC IRR_NOM_F REJ_INC REJ_INEX REJ_RG REJ_ENCAISSEMENT',
    client: 'REJ_HAB',
  };
  for (const [owner, codes = ''] of Object.entries(FRENCH))
    it(`lists the French reasons on which ${owner} acts`, () => {
      for (const code of codes.split(' ')) assert.equal(ownerOf.get(code), owner, code);
    });
  for (const [owner, codes] of Object.entries(OWNED))
    for (const code of codes)
      it(`names ${owner} as owner of ${code}`, () => assert.equal(ownerOf.get(code), owner));

  it('states the owner of every code, except codes with any owner', () => {
    const french = Object.values(FRENCH).flatMap((codes) => codes.split(' '));
    const settled = new Set([...Object.values(OWNED).flat(), ...french]);
    assert.deepEqual(
      [...ownerOf.keys()].filter((code) => !settled.has(code)),
      ['EI-XSD', 'EI-RULE'],
    );
  });

  it('has the same owners as the router', () => {
    const facts = { sellerCountry: 'NL', buyerCountry: 'NL', hasPeppolCredential: false };
    for (const buyerOnPeppol of ['no', 'unknown'] as const) {
      const choice = chooseRoute({ ...facts, buyerOnPeppol });
      assert.ok(choice.kind === 'undecided');
      assert.equal(ownerOf.get(choice.finding.code), choice.finding.whoFixes);
    }
  });

  it('mentions no amounts: messages have none', () => {
    const { fixHint = '' } = OWN_CODES.find(({ code }) => code === 'EI-TOTALS-MISMATCH') ?? {};
    assert.equal(
      english(fixHint),
      'Compare the rounding, discounts and VAT rates of the ERP with the invoice lines.',
    );
  });

  it('explains each code once, in words', () => {
    assert.equal(ownerOf.size, OWN_CODES.length);
    for (const { code, title, explanation, fixHint } of OWN_CODES)
      for (const words of [title, explanation, fixHint]) assert.ok(english(words).trim().length > 5, code);
  });

  it('has every own code of the program', () => {
    const project = fileURLToPath(new URL('../../..', import.meta.url));
    const sources = ['src', 'validators'].flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => readFileSync(join(project, folder, path), 'utf8')),
    );
    const named = new Set(
      sources.flatMap((text) => text.match(/(?<=')(?:EI|KOSIT|KSEF|ANAF)-[A-Z0-9-]*[A-Z0-9](?=')/g) ?? []),
    );
    assert.ok(named.size > 10);
    assert.deepEqual(
      [...named].filter((code) => !ownerOf.has(code)),
      [],
    );
  });
});
