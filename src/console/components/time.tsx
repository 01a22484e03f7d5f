import { timeOf } from '../app/format.ts';
import { language } from '../app/words.ts';

/** The whole time, with its zone, is in the title. */
export function Time({ at, now = new Date() }: { readonly at: string; readonly now?: Date }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={moment.toISOString()}>
      {timeOf(moment, now, language.value)}
    </time>
  );
}
