import { type Message, say } from '../vocabulary/message.ts';
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
  message: olderForm(name) ?? otherRoot(name),
  whoFixes: 'erp',
  location: { xpath: '/' },
});

function olderForm(name: string): Message | undefined {
  const [, namespace = ''] = /^\{([^}]*)\}Faktura$/.exec(name) ?? [];
  const form = OLDER_FORMS.get(namespace);
  return form === undefined ? undefined : say('pool.file-is-invoice-of-older-form', { form });
}

/** With its namespace: another form may have the same root. */
function otherRoot(root: string): Message {
  const end = root.lastIndexOf('}');
  const name = quotedName(root.slice(end + 1), MAX_NAME_LENGTH);
  if (end < 0) return say('pool.root-element-has-no-namespace', { name });
  const namespace = quotedName(root.slice(1, end), MAX_NAMESPACE_LENGTH);
  return say('pool.root-element-is-not-that-of-an-invoice', { name, namespace });
}
