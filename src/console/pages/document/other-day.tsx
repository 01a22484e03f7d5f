import { useState } from 'preact/hooks';
import { useAnswer, dataOf } from '../../app/answer.ts';
import { dayOf } from '../../app/format.ts';
import { changeQuery } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/chips.tsx';
import { Field } from '../../components/field.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/document.json';
import { type ReadDocument, type Report, withReport } from './read-document.ts';
import { Form } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('document');

interface OtherDay {
  /** As the packs of the day find it; the stored one until they have answered. */
  readonly document: ReadDocument;
  readonly error: unknown;
  readonly askAgain: () => void;
}

/** The same file, judged by the packs of another day. The verdict of the invoice stays. */
export function useOtherDay(document: ReadDocument, day: string | undefined): OtherDay {
  const { id, of } = document;
  const { data, error, askAgain } = useAnswer(
    (signal) => (day === undefined || of === 'received' ? NOTHING : checkAgain(id, day, signal)),
    [id, day],
  );
  const isOther = day !== undefined && data?.day === day;
  return { document: isOther ? withReport(document, data.report) : document, error, askAgain };
}

const NOTHING = Promise.resolve(undefined);

async function checkAgain(id: string, day: string, signal: AbortSignal) {
  const params = { path: { id }, query: { on: day } };
  const headers = { Accept: 'application/json' };
  const answer = service().api.POST('/invoices/{id}/validate', { params, headers, signal });
  return { day, report: (await dataOf<unknown>(answer)) as Report };
}

/** Days on which a pack of these checks is followed by another one, and a day of the reader's own. */
export function OtherDayMenu({ layers }: Pick<ReadDocument, 'layers'>) {
  const [day, setDay] = useState('');
  const packs = useAnswer((signal) => dataOf(service().api.GET('/packs', { signal })), []);
  const ids = new Set(layers.flatMap(({ pack }) => pack?.id ?? []));
  const coming = (packs.data?.data ?? []).flatMap(({ in_force: now, next }) =>
    next?.since && ids.has(now?.id ?? '') ? [{ ...next, since: next.since }] : [],
  );
  const check = (on: string): void => changeQuery({ on, finding: undefined });
  return (
    <Menu name={say('other-day')}>
      {coming.map(({ id, version, since }) => (
        <Button key={`${id} ${version}`} size="small" onClick={() => check(since)}>
          {say('other-day.pack', { pack: `${id} ${version}`, day: dayOf(since, language.value) })}
        </Button>
      ))}
      <Form
        onSubmit={() => {
          if (day) check(day);
        }}
      >
        <Field label={say('other-day.field')} type="date" value={day} onInput={setDay} />
        <Button type="submit" reason={day ? undefined : say('other-day.none')}>
          {say('check')}
        </Button>
      </Form>
    </Menu>
  );
}

interface NoteProps extends Pick<OtherDay, 'error' | 'askAgain'> {
  readonly day: string;
}

export function OtherDayNote({ day, error, askAgain }: NoteProps) {
  if (error) return <Problem error={error} askAgain={askAgain} />;
  return (
    <div class="other-day busy">
      <Note role="busy" icon="clock" title={say('other-day.now', { day: dayOf(day, language.value) })}>
        <div class="acts">
          <Button size="small" onClick={() => changeQuery({ on: undefined, finding: undefined })}>
            {say('other-day.back')}
          </Button>
        </div>
      </Note>
    </div>
  );
}
