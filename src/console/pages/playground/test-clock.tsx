import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { useAnswer } from '../../app/answer.ts';
import { momentOf } from '../../app/format.ts';
import { ownKey } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/chips.tsx';
import { Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/playground.json';
import { moveClock, readClock } from './service-time.ts';

const say = wordsOf<typeof Words>('playground');

const STEPS = { hour: 3600, day: 86_400, week: 604_800 } as const;

/** The clock of a sandbox that can move: waits and deadlines need not be sat out. The operator moves it, others read it. */
export function TestClock() {
  const { data, askAgain } = useAnswer(readClock, []);
  const { busy, error, run } = useAct();
  if (!data?.can_move) return null;
  const at = momentOf(new Date(data.now), new Date(), language.value);
  if (ownKey.value?.kind !== 'operator') return <span class="meta">{say('clock', { at })}</span>;
  const move = (seconds: number): Promise<void> =>
    run('move', async () => {
      const { now } = await moveClock(seconds);
      confirm(say('clock.moved', { at: momentOf(new Date(now), new Date(), language.value) }));
      askAgain();
    });
  return (
    <Menu name={say('clock', { at })}>
      <p class="strong">{say('clock.move')}</p>
      <div class="acts">
        {Object.entries(STEPS).map(([name, seconds]) => (
          <Button key={name} size="small" isBusy={busy === 'move'} onClick={() => void move(seconds)}>
            {say(`clock.${name as keyof typeof STEPS}`)}
          </Button>
        ))}
      </div>
      <p class="meta">{say('clock.help')}</p>
      {error ? <Problem error={error} /> : null}
    </Menu>
  );
}
