import { useState } from 'preact/hooks';
import { lengthOf } from '../../app/format.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Area } from '../../components/inputs.tsx';
import { Note } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import type Words from '../../words/en/webhooks.json';
import { checkSignature, type Verdict } from './signature.ts';
import { Form } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('webhooks');

/** For a developer whose receiver refuses what the service signs. */
export function SignatureCheck() {
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [secret, setSecret] = useState('');
  const [verdict, setVerdict] = useState<Verdict>();
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setVerdict(undefined);
  };
  const check = (): void => void checkSignature({ headers, body, secret }, new Date()).then(setVerdict);
  return (
    <Panel title={say('signature')}>
      <Form class="body form" onSubmit={() => check()}>
        <p class="hint">{say('signature.help')}</p>
        <Area label="X-Service-Signature" value={headers} onInput={change(setHeaders)} rows={2} />
        <Area label={say('signature.body')} value={body} onInput={change(setBody)} />
        <Field
          label={say('signature.secret')}
          type="password"
          value={secret}
          onInput={change(setSecret)}
          hint={say('signature.secret.hint')}
        />
        <div class="acts">
          <Button type="submit">{say('signature.check')}</Button>
        </div>
        <div role="status">{verdict && <VerdictNote verdict={verdict} />}</div>
      </Form>
    </Panel>
  );
}

function VerdictNote({ verdict }: { readonly verdict: Verdict }) {
  if (verdict.kind === 'wrong')
    return (
      <Note role="bad" icon="octagon" title={say(`signature.${verdict.why}`)}>
        <p>{say(`signature.${verdict.why}.help`)}</p>
      </Note>
    );
  const age = say('signature.age', { length: lengthOf(Math.abs(verdict.ageMs), language.value) });
  return (
    <Note role={verdict.isOld ? 'warn' : 'ok'} icon="checkRing" title={say('signature.right')}>
      <p>
        {age} {verdict.isOld && say('signature.old')}
      </p>
    </Note>
  );
}
