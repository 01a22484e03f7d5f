import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { dataOf } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/notice.tsx';
import type Words from '../../words/en/webhooks.json';
import { ActForm } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('webhooks');

const HOUR_MS = 3_600_000;

interface Props {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** For a receiver that has lost what it took. */
export function ReplayPeriod({ onClose, onChanged }: Props) {
  const [from, setFrom] = useState(localTime(Date.now() - HOUR_MS));
  const [to, setTo] = useState(localTime(Date.now()));
  const [done, setDone] = useState<string>();
  const period = { from: new Date(from), to: new Date(to) };
  const isRight = period.from.getTime() <= period.to.getTime();
  const replay = async (): Promise<void> => {
    const body = { from: period.from.toISOString(), to: period.to.toISOString() };
    const { replayed, truncated } = await dataOf(service().api.POST('/webhook/replay', { body }));
    const sentence = [say('replayed', { n: replayed }), truncated && say('replayed.more')]
      .filter(Boolean)
      .join(' ');
    setDone(sentence);
    confirm(sentence);
    onChanged();
  };
  return (
    <Dialog title={say('replay')} onClose={onClose}>
      <ActForm act={say('replay')} reason={isRight ? undefined : say('replay.wrong')} onAct={replay}>
        <p>{say('replay.help')}</p>
        <Field label={say('replay.from')} type="datetime-local" value={from} onInput={setFrom} />
        <Field
          label={say('replay.to')}
          type="datetime-local"
          value={to}
          onInput={setTo}
          wrong={isRight ? undefined : say('replay.wrong')}
        />
        {done && <Note role="ok" icon="checkRing" title={done} />}
      </ActForm>
    </Dialog>
  );
}

/** As the field of the browser wants it: the zone of the reader, without seconds. */
function localTime(at: number): string {
  const zoneMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - zoneMs).toISOString().slice(0, 16);
}
