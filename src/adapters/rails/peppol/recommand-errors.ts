import { isObject } from '../../../domain/json/json-object.ts';
import { text } from './report.ts';

/** The texts of its errors that are about no field. */
export function rootErrors(read: Readonly<Record<string, unknown>> | undefined): string {
  const errors = isObject(read?.['errors']) ? read['errors']['root'] : undefined;
  return Array.isArray(errors) ? errors.flatMap((one) => text(one) ?? []).join(' ') : '';
}
