import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../vocabulary/route.ts';
import { profileOf } from './all.ts';

const formatsOf = (route: Route): readonly Format[] => profileOf(route).formats.map(({ format }) => format);

export const defaultFormat = (route: Route): Format => profileOf(route).formats[0].format;

export const isFormatOf = (route: Route, format: string): format is Format =>
  (formatsOf(route) as readonly string[]).includes(format);

/** A format without a builder is refused before anything is accepted. */
export const hasBuilder = (route: Route, format: Format): boolean =>
  profileOf(route).formats.some((one) => one.format === format && one.build !== null);
