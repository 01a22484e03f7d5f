import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { dataOf } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Boxes } from '../../components/inputs.tsx';
import { wordOfState } from '../../components/states.tsx';
import type Common from '../../words/en/common.json';
import type Words from '../../words/en/webhooks.json';
import type { Webhook, WebhookWish } from './calls.ts';
import { ActForm } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('webhooks');
const common = wordsOf<typeof Common>('common');

type Status = NonNullable<WebhookWish['events']>[number];

const STATUSES = [
  'received',
  'source_error',
  'validated',
  'validation_failed',
  'submitted',
  'ready',
  'accepted',
  'rejected',
  'delivered',
  'cancelled',
  'dead_letter',
] as const satisfies readonly Status[];

interface Props {
  /** Null if none is set yet. */
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  readonly onSaved: (webhook: Webhook) => void;
}

/** Where events go, which ones, and who is told when they do not arrive. */
export function Settings({ webhook, onClose, onSaved }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [contact, setContact] = useState(webhook?.contact_email ?? '');
  const [isOn, switchOn] = useState(webhook?.active ?? true);
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? STATUSES);
  const save = async (): Promise<void> => {
    const body = {
      url,
      active: isOn,
      contact_email: contact || null,
      events: events.length === STATUSES.length ? null : [...(events as readonly Status[])],
    };
    const saved = await dataOf(service().api.PUT('/webhook', { body }));
    confirm(say('saved'));
    onSaved(saved);
  };
  return (
    <Dialog title={webhook ? say('change') : say('set')} onClose={onClose}>
      <ActForm act={common('save')} reason={events.length === 0 ? say('no-events') : undefined} onAct={save}>
        <Field
          label={say('fact.address')}
          value={url}
          onInput={setUrl}
          type="url"
          hint={say('address.hint')}
        />
        <Field label={say('fact.contact')} value={contact} onInput={setContact} type="email" />
        <Boxes
          label={say('fact.events')}
          chosen={events}
          options={STATUSES.map((status) => [status, wordOfState(status)] as const)}
          onChange={setEvents}
        />
        <label class="switch">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget }) => switchOn(currentTarget.checked)}
          />{' '}
          {say('switched-on')}
        </label>
      </ActForm>
    </Dialog>
  );
}
