import { isObject } from 'en16931-rules/vocabulary/object.ts';
import type { CanonicalJson } from '../invoice/canonical-of.ts';
import type { Loss } from './loss.ts';

/** Members of the canonical form that are no terms. `country` and `profile` choose how a document is built: they state nothing. */
const BESIDE_TERMS: readonly { readonly member: string; readonly isOnPage?: true }[] = [
  { member: 'lang', isOnPage: true },
  { member: 'invoice.vat_exchange_rate', isOnPage: true },
  { member: 'seller.brand_color', isOnPage: true },
  { member: 'seller.accent_color', isOnPage: true },
  { member: 'buyer.is_consumer' },
  { member: 'lines[].item_kind' },
  { member: 'payment.paid_to', isOnPage: true },
];

/**
 * What a document says beside its terms and the new form does not.
 * @param written the new form, read again.
 * @param hasPage the new form has a page, too.
 */
export function lossesBesideTerms(
  stated: CanonicalJson,
  written: CanonicalJson,
  hasPage: boolean,
): readonly Loss[] {
  return BESIDE_TERMS.filter(({ isOnPage }) => !(hasPage && isOnPage)).flatMap(({ member }) => {
    const again = new Map(valuesAt(written, member.split('.')));
    return [...valuesAt(stated, member.split('.'))]
      .filter(([field]) => !again.has(field))
      .map(([field, value]): Loss => ({ why: 'no-member', field, value }));
  });
}

function* valuesAt(
  around: unknown,
  [step, ...rest]: readonly string[],
  at = '',
): Generator<readonly [field: string, value: string]> {
  if (step === undefined) {
    if (around !== undefined && around !== null) yield [at, String(around as string | number | boolean)];
    return;
  }
  if (!isObject(around)) return;
  const name = step.replace('[]', '');
  const inner = around[name];
  const field = at === '' ? name : `${at}.${name}`;
  if (!step.endsWith('[]')) return yield* valuesAt(inner, rest, field);
  for (const [index, one] of (Array.isArray(inner) ? inner : []).entries())
    yield* valuesAt(one, rest, `${field}[${index}]`);
}
