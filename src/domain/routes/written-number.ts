import type { Route } from '../vocabulary/route.ts';
import { profileOf } from './all.ts';

/** BT-1 as the document of the route writes it: numbers are compared, looked up and stored in this form. */
export const writtenNumber = (route: Route, number: string): string =>
  profileOf(route).context?.writtenNumber(number) ?? number;
