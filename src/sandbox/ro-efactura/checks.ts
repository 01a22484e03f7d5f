import { randomUUID } from 'node:crypto';
import { formIn } from '../form.ts';
import { type Answer, type Call, json } from '../network.ts';
import type { Schemas } from '../schemas.ts';
import { invoiceParts } from './invoice-parts.ts';
import { errorsOf } from './rules.ts';
import type { Seal } from './seal.ts';
import { TEXTS } from './texts.ts';

const FIVE_MEGABYTES = 5 * 1024 * 1024;
const ROOTS: Readonly<Record<string, string>> = { FACT1: 'Invoice', FCN: 'CreditNote' };

/** `validare/{standard}`: only a verdict. */
export function validate(schemas: Schemas, { params, body }: Call): Answer {
  const root = ROOTS[params['standard'] ?? ''];
  if (root === undefined) return verdict([TEXTS.checkStandard]);
  if (body.length > FIVE_MEGABYTES) return verdict([TEXTS.tooLarge(5)]);
  return verdict(wrongIn(schemas, body, root));
}

function wrongIn(schemas: Schemas, body: Buffer, root: string): readonly string[] {
  try {
    const parts = invoiceParts(body);
    const fault =
      parts.root === root
        ? schemas.fault(body, root)
        : `cvc-elt.1.a: Cannot find the declaration of element '${parts.root}'.`;
    return fault === undefined ? errorsOf(body) : [TEXTS.notValid(fault)];
  } catch (error) {
    return [TEXTS.notValid((error as Error).message)];
  }
}

const verdict = (messages: readonly string[]): Answer =>
  json(200, {
    stare: messages.length === 0 ? 'ok' : 'nok',
    ...(messages.length > 0 && { Messages: messages.map((message) => ({ message })) }),
    trace_id: randomUUID(),
  });

/** `api/validate/signature`: multipart `file` and `signature`. */
export async function validateSignature(seal: Seal, call: Call): Promise<Answer> {
  const files = await filesOf(call);
  if (!files) return json(400, { msg: TEXTS.signatureFiles });
  return json(200, { msg: holds(seal, files) ? TEXTS.signatureHolds : TEXTS.signatureBroken });
}

async function filesOf(
  call: Call,
): Promise<{ readonly file: string; readonly signature: string } | undefined> {
  const form = await formIn(call);
  const [file, signature] = [form?.get('file'), form?.get('signature')];
  if (!(file instanceof Blob) || !(signature instanceof Blob)) return undefined;
  return { file: await file.text(), signature: await signature.text() };
}

function holds(
  seal: Seal,
  { file, signature }: { readonly file: string; readonly signature: string },
): boolean {
  try {
    return seal.isOver(file, signature);
  } catch {
    return false;
  }
}
