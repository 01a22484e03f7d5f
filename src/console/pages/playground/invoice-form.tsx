import type { Ending } from '../../../client/sandbox-endings.ts';
import { changeQuery, withQuery } from '../../app/router.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chips.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/inputs.tsx';
import { Panel } from '../../components/panel.tsx';
import { nameOfRoute, ROUTES } from '../../app/routes.ts';
import type Words from '../../words/en/playground.json';
import { endingsOf, isUsual, usualEndings } from './endings.ts';
import type { Wishes } from './examples.ts';

const say = wordsOf<typeof Words>('playground');

interface Choice {
  readonly route: string;
  readonly names: readonly string[];
  readonly name: string;
  readonly ending: Ending;
}

interface Props {
  readonly choice: Choice;
  readonly wishes: Wishes;
  readonly busy: string | undefined;
  readonly onWish: (wishes: Partial<Wishes>) => void;
  readonly onSend: () => void;
  readonly onCheck: () => void;
}

const NOTHING_CHOSEN = { example: undefined, ending: undefined, invoice: undefined, step: undefined };

/** A first invoice: what is sent, over which route, and what the network does with it. */
export function InvoiceForm({ choice, wishes, busy, onWish, onSend, onCheck }: Props) {
  const { route, names, name, ending } = choice;
  return (
    <Panel title={say('invoice')}>
      <form
        class="body form"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <Routes chosen={route} />
        <div class="pair">
          <Select
            label={say('example')}
            value={name}
            options={names.map((each) => [each, `${each}.json`] as const)}
            onChange={(next) => changeQuery({ example: next, invoice: undefined, step: undefined })}
          />
          <Field
            label={say('head.number')}
            value={wishes.number}
            maxLength={60}
            hint={ending.ending && say('number.ending', { number: `${wishes.number}${ending.ending}` })}
            onInput={(number) => onWish({ number })}
          />
          <Field
            label={say('issued')}
            type="date"
            value={wishes.issued}
            onInput={(issued) => onWish({ issued })}
          />
          <Field
            label={say('price')}
            value={wishes.price}
            maxLength={20}
            onInput={(price) => onWish({ price })}
          />
        </div>
        <Endings route={route} chosen={ending} />
        <div class="acts">
          <Button type="submit" kind="primary" isBusy={busy === 'send'}>
            {say('send')}
            <kbd>{say('key.ctrl')}</kbd>
            <kbd>{say('key.enter')}</kbd>
          </Button>
          <Button isBusy={busy === 'check'} onClick={onCheck}>
            {say('check')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const Routes = ({ chosen }: { readonly chosen: string }) => (
  <div class="field">
    <span class="label" id="routes">
      {say('head.route')}
    </span>
    <div class="acts" role="group" aria-labelledby="routes">
      {Object.keys(ROUTES).map((route) => (
        <Chip
          key={route}
          to={withQuery({ ...NOTHING_CHOSEN, route })}
          isOn={route === chosen}
          {...(route === chosen && { icon: 'check' as const })}
        >
          {nameOfRoute(route)}
        </Chip>
      ))}
    </div>
  </div>
);

function Endings({ route, chosen }: { readonly route: string; readonly chosen: Ending }) {
  const usual = usualEndings(route);
  const rest = endingsOf(route).filter((each) => !isUsual(each));
  if (usual.length === 0) return <p class="meta">{say('no-network')}</p>;
  return (
    <fieldset class="field endings">
      <legend>{say('ending')}</legend>
      {usual.map((each) => (
        <OneEnding key={each.name} ending={each} isChosen={each.name === chosen.name} />
      ))}
      {rest.length > 0 && (
        <details open={rest.includes(chosen)}>
          <summary>{say('ending.more', { n: rest.length })}</summary>
          {rest.map((each) => (
            <OneEnding key={each.name} ending={each} isChosen={each.name === chosen.name} />
          ))}
        </details>
      )}
    </fieldset>
  );
}

const OneEnding = ({ ending, isChosen }: { readonly ending: Ending; readonly isChosen: boolean }) => (
  <label class={isChosen ? 'chosen' : ''}>
    <input
      type="radio"
      name="ending"
      value={ending.name}
      checked={isChosen}
      onChange={() => changeQuery({ ending: ending.name }, { replace: true })}
    />
    <span>{wordFor('playground', `ending.${ending.name}`) ?? ending.does}</span>
    <code>{ending.ending || '–'}</code>
  </label>
);
