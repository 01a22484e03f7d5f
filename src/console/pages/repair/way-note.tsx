import type { ComponentChildren } from 'preact';
import { withElements, wordsOf } from '../../app/words.ts';
import { Select } from '../../components/inputs.tsx';
import { Note } from '../../components/notice.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { nameOfTerm } from '../../app/term-name.ts';
import { nameOfRoute, type RouteName, ROUTES } from '../../app/routes.ts';
import type Words from '../../words/en/repair.json';
import {
  canChooseRoute,
  chooseRoute,
  type Draft,
  isForErp,
  numberIn,
  routeOf,
  statedRoute,
} from './draft.ts';
import type { Refused } from './refused.ts';

const say = wordsOf<typeof Words>('repair');

/** A number, a reference or a name stands on one line: a reader who types it again takes no hyphen for the end of a line. */
const withWhole = (sentence: string, values: Readonly<Record<string, string>>) => (
  <span>
    {withElements(
      sentence,
      Object.fromEntries(Object.entries(values).map(([name, text]) => [name, <NumberText text={text} />])),
    )}
  </span>
);

/** As what it goes: under which reference and number, and whether it replaces the page that the buyer has. */
export function WayNote({ draft }: { readonly draft: Draft }) {
  return draft.refused.next ? (
    <NextNote {...draft.refused} next={draft.refused.next} />
  ) : (
    <Again draft={draft} />
  );
}

/** Another document, beside the refused one. */
function NextNote({ number = '', state, next }: Refused & { readonly next: NonNullable<Refused['next']> }) {
  const { kind, reference, losses } = next;
  const isOpen = state === 'dead_letter';
  const [role, icon] = isOpen ? (['warn', 'triangle'] as const) : (['mute', 'info'] as const);
  return (
    <div class={`way ${role}`}>
      <Note
        role={role}
        icon={icon}
        title={withWhole(say(isOpen ? 'way.unsettled' : `way.${kind}`), { number, reference })}
      >
        {losses.length > 0 && <p>{say('way.losses', { names: losses.map(nameOfLoss).join(', ') })}</p>}
      </Note>
    </div>
  );
}

function nameOfLoss(loss: string): string {
  const name = nameOfTerm(loss);
  return name === undefined ? loss : `${name} (${loss})`;
}

function Again({ draft }: { readonly draft: Draft }) {
  const { correction, reference, number, route } = draft.refused;
  const isNew = correction?.number === 'new';
  const isTechnical = correction?.technical_correction === true;
  const next = numberIn(draft) ?? number;
  const isRenumbered = number !== undefined && next !== number;
  const values = {
    reference: reference ?? say('no-reference'),
    number: (isRenumbered ? next : number) ?? '',
    route: route ? nameOfRoute(route) : '',
  };
  const same = reference === undefined ? 'way.free' : isRenumbered ? 'way.renumbered' : 'way.same';
  return (
    <div class={`way ${isNew || isTechnical ? 'warn' : 'mute'}`}>
      <Note
        role={isNew || isTechnical ? 'warn' : 'mute'}
        icon={isNew || isTechnical ? 'triangle' : 'info'}
        title={withWhole(say(isNew && !isRenumbered ? 'way.new' : same), values)}
      >
        {isTechnical && <p>{say('way.technical')}</p>}
        {isForErp(draft) && <p>{say('way.file')}</p>}
      </Note>
    </div>
  );
}

interface RouteProps {
  readonly draft: Draft;
  readonly hint?: ComponentChildren;
  readonly wrong?: ComponentChildren;
}

/** The checks of the chosen route say whether the invoice may go over it. */
export function RouteChoice({ draft, hint, wrong }: RouteProps) {
  const { syntax, original, refused } = draft;
  if (!canChooseRoute(draft)) return null;
  const isChosenByService = syntax === 'json' && statedRoute(original) === undefined;
  const chosen = refused.route ? nameOfRoute(refused.route) : '–';
  const routes = Object.keys(ROUTES) as RouteName[];
  return (
    <Select
      label={say('head.route')}
      name="/route"
      value={routeOf(draft) ?? ''}
      options={[
        ...(isChosenByService ? [['', say('route.chosen', { route: chosen })] as const] : []),
        ...routes.map((route) => [route, nameOfRoute(route)] as const),
      ]}
      onChange={(route) =>
        chooseRoute(
          draft,
          routes.find((each) => each === route),
        )
      }
      hint={hint}
      wrong={wrong}
    />
  );
}
