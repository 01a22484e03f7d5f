import { wordsOf } from '../../app/words.ts';
import { Note } from '../../components/notice.tsx';
import { nameOfRoute } from '../../components/route.tsx';
import type Words from '../../words/en/repair.json';
import type { Refused } from './refused.ts';

const say = wordsOf<typeof Words>('repair');

/** As what it goes: under which reference and number, and whether it replaces the page that the buyer has. */
export function WayNote({
  refused: { correction, reference, number = '', route },
}: {
  readonly refused: Refused;
}) {
  const isNew = correction?.number === 'new';
  const isTechnical = correction?.technical_correction === true;
  const values = {
    reference: reference ?? say('no-reference'),
    number,
    route: route ? nameOfRoute(route) : '',
  };
  return (
    <div class={`way ${isNew || isTechnical ? 'warn' : 'mute'}`}>
      <Note
        role={isNew || isTechnical ? 'warn' : 'mute'}
        icon={isNew || isTechnical ? 'triangle' : 'info'}
        title={say(isNew ? 'way.new' : reference === undefined ? 'way.free' : 'way.same', values)}
      >
        {isTechnical && <p>{say('way.technical')}</p>}
      </Note>
    </div>
  );
}
