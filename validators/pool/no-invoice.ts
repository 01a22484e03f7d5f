import { OLDER_FORMS } from '../vocabulary/fa3-namespace.ts';
import type { Finding } from '../vocabulary/finding.ts';
import { quotedName } from '../vocabulary/quoted.ts';

const MAX_NAME_LENGTH = 40;
const MAX_NAMESPACE_LENGTH = 100;
/** The root element is none of an invoice. */
export const noInvoice = (name: string, source: string): Finding => ({
  code: 'EI-XML-TYPE',
  severity: 'error',
  source,
  message:
    olderForm(name) ??
    `The root element ${inWords(name)} is not that of an invoice: a UBL Invoice or CreditNote, a CII CrossIndustryInvoice or an FA(3) Faktura.`,
  whoFixes: 'erp',
  location: { xpath: '/' },
});

function olderForm(name: string): string | undefined {
  const [, namespace = ''] = /^\{([^}]*)\}Faktura$/.exec(name) ?? [];
  const form = OLDER_FORMS.get(namespace);
  return (
    form &&
    `The file is an invoice of the older form ${form}; the service accepts FA(3), which has replaced it.`
  );
}

/** With its namespace: another form may have the same root. */
function inWords(name: string): string {
  const end = name.lastIndexOf('}');
  const local = quotedName(name.slice(end + 1), MAX_NAME_LENGTH);
  return end < 0
    ? `${local} (without a namespace)`
    : `${local} (namespace ${quotedName(name.slice(1, end), MAX_NAMESPACE_LENGTH)})`;
}
