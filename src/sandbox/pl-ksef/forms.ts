import type { Members } from './bodies.ts';
import { refuse } from './errors.ts';

/** What KSeF says of a form: the code of a session, its schema, its name in queries and the document that it is. */
interface FormFacts {
  readonly code: { readonly systemCode: string; readonly schemaVersion: string; readonly value: string };
  /** In a receipt. */
  readonly schema: string;
  readonly namespace: string;
}

/** The forms of which this simulator has invoices (`OpenOnlineSessionRequest` of the published description names FA(2), too). */
export const FORMS = {
  FA: {
    code: { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' },
    schema: 'Schemat_FA(3)_v1-0E.xsd',
    namespace: 'http://crd.gov.pl/wzor/2025/06/25/13775/',
  },
  FA_RR: {
    code: { systemCode: 'FA_RR (1)', schemaVersion: '1-1E', value: 'FA_RR' },
    schema: 'Schemat_FA_RR(1)_v1-1E.xsd',
    namespace: 'http://crd.gov.pl/wzor/2026/03/06/14189/',
  },
  PEF: {
    code: { systemCode: 'PEF (3)', schemaVersion: '2-1', value: 'PEF' },
    schema: 'Schemat_PEF(3)_v2-1.xsd',
    namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  },
  PEF_KOR: {
    code: { systemCode: 'PEF_KOR (3)', schemaVersion: '2-1', value: 'PEF' },
    schema: 'Schemat_PEF_KOR(3)_v2-1.xsd',
    namespace: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
  },
} as const satisfies Readonly<Record<string, FormFacts>>;
export type Form = keyof typeof FORMS;

const NAMES = Object.keys(FORMS) as readonly Form[];
/** Sessions of PEF are opened in the context of a Peppol service provider only (CIRFMF/ksef-api, issue 664); no log-in here has one. */
const SENT: readonly Form[] = ['FA', 'FA_RR'];

/** The words are those of CIRFMF/ksef-api, issue 722. @throws KsefRefused for a form code that is not known */
export function formIn(members: Members): Form {
  const form = SENT.find((name) =>
    Object.entries(FORMS[name].code).every(([member, value]) => members.text(member) === value),
  );
  if (!form) throw refuse(21405, 'Wskazany kod formularza nie jest wspierany.');
  return form;
}

export const formOfRoot = (root: {
  readonly name: string;
  readonly namespaceUri: string;
}): Form | undefined =>
  ['Faktura', 'Invoice', 'CreditNote'].includes(root.name)
    ? NAMES.find((name) => FORMS[name].namespace === root.namespaceUri)
    : undefined;

/** Sessions and invoices that were stored before there was another form state none. */
export const formFacts = (form: Form | undefined): FormFacts => FORMS[form ?? 'FA'];
