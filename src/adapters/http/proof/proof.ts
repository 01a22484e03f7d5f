import type { Handlers } from '../call/handlers.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import type { FileReply } from '../call/answer.ts';
import { contentDisposition } from '../call/files.ts';
import { languageHeaders } from '../call/wanted-form.ts';
import { proofHtml } from '../reference/proof-html.ts';
import type { InvoiceRecord } from '../../../domain/lifecycle/invoice-record.ts';

/** RFC 7515 section 9.2.1: JWS in compact form. */
const PROOF_TYPE = 'application/jose';
/** How long a verifier may cache the keys. A proof with a newer key makes it fetch them again. */
const KEYS_MAX_AGE_S = 300;

type Form = 'application/jose' | 'text/html' | 'application/pdf';

const ENDINGS: Readonly<Record<Form, string>> = {
  [PROOF_TYPE]: '-proof.jws',
  'text/html': '-proof.html',
  'application/pdf': '-proof.pdf',
};

export const proofHandlers = {
  proveInvoice: async ({ caller, parameters: { id }, request, translator }, { useCases, settings }) => {
    const form = request.accepts(Object.keys(ENDINGS)) as Form | false;
    if (form !== 'text/html' && form !== 'application/pdf') {
      const { invoice, proof } = await useCases.proveInvoice.run(caller, id);
      return fileOf(invoice, PROOF_TYPE, new TextEncoder().encode(proof), { Vary: 'Accept' });
    }
    const words = await translator();
    const reader = { language: words.language, say: words.say, address: settings.baseUrl };
    if (form === 'application/pdf') {
      const { invoice, bytes } = await useCases.showProof.pdf(caller, id, reader);
      return fileOf(invoice, form, bytes, languageHeaders(words));
    }
    const { invoice, page, proof } = await useCases.showProof.run(caller, id, reader);
    const html = new TextEncoder().encode(proofHtml(page, proof, words));
    return fileOf(invoice, form, html, languageHeaders(words));
  },
} satisfies Partial<Handlers>;

/** A page is shown; the others are saved. */
const fileOf = (
  { id, invoiceNumber }: Pick<InvoiceRecord, 'id' | 'invoiceNumber'>,
  form: Form,
  file: Uint8Array,
  more: Readonly<Record<string, string>>,
): FileReply => ({
  status: 200,
  file,
  headers: {
    'Content-Type': form === 'text/html' ? 'text/html; charset=utf-8' : form,
    'Content-Disposition': contentDisposition(
      form === 'text/html' ? 'inline' : 'attachment',
      invoiceNumber ?? id,
      ENDINGS[form],
    ),
    'Cache-Control': 'private, no-store',
    ...more,
  },
});

/** Needs no key: receivers of a proof verify it with these keys. */
export async function signingKeys({ useCases }: ApiDeps): Promise<FileReply> {
  return {
    status: 200,
    file: new TextEncoder().encode(await useCases.signing.jwks()),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': `public, max-age=${KEYS_MAX_AGE_S}`,
    },
  };
}
