import type { components } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { useAnswer } from '../../app/answer.ts';
import { useEntry } from '../../app/catalogue.ts';
import { ownKey, service, submits } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/notice.tsx';
import { Owner } from '../../components/owner.tsx';
import type Words from '../../words/en/invoice.json';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];
type Finding = components['schemas']['Finding'];

/** Between head and facts: what is wrong, who acts, what the reader can do. */
interface Props {
  readonly invoice: Invoice;
  /** The buyer's, if the invoice itself has none. */
  readonly findings: readonly Finding[];
}

export function Verdict({ invoice, findings }: Props) {
  const [finding] = findings;
  const entry = useEntry(finding?.code);
  if (!finding) return null;
  const {
    code,
    message,
    fix_hint: hint,
    who_fixes: owner,
    sender_can_fix: canFix,
    field,
    doc_url: page,
  } = finding;
  return (
    <section class="verdict" aria-label={say('verdict')}>
      <span class="icon-word bad">
        <Icon name="octagon" />
      </span>
      <div class="words">
        <h2>{message ?? entry?.title ?? code}</h2>
        <p>{hint ?? entry?.fix_hint ?? entry?.explanation}</p>
        {findings.length > 1 && <p class="meta">{say('verdict.more', { n: findings.length - 1 })}</p>}
      </div>
      <dl class="pairs">
        <div>
          <dt>{say('verdict.owner')}</dt>
          <dd>
            <Owner owner={owner ?? entry?.who_fixes} senderCanFix={canFix} />
          </dd>
        </div>
        {field && (
          <div>
            <dt>{say('verdict.field')}</dt>
            <dd>
              <code>{field}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{say('verdict.code')}</dt>
          <dd>
            <a href={page ?? `/codes/${code}`} target="_blank" rel="noopener">
              <code>{code}</code>
            </a>
          </dd>
        </div>
      </dl>
      <Handled invoice={invoice} />
    </section>
  );
}

/** Only while its care rows are open, and only for a key that may. */
function Handled({ invoice: { id, client } }: { readonly invoice: Invoice }) {
  const key = ownKey.value;
  const { busy, error, run } = useAct();
  const open = useAnswer(() => isOpen(id, client), [id]);
  if (!key || !submits(key) || !open.data) return null;
  const handle = (): Promise<void> =>
    run('handle', async () => {
      await service().api.POST('/care/{id}/handled', { params: { path: { id } } });
      confirm(say('handled'));
      open.askAgain();
    });
  return (
    <div class="acts">
      <Button isBusy={busy === 'handle'} onClick={() => void handle()}>
        {say('handle')}
      </Button>
      {error ? <Problem error={error} /> : null}
    </div>
  );
}

async function isOpen(id: string, client: string | undefined): Promise<boolean> {
  const filter = { status: 'open', ...(client && { client }) } as const;
  for await (const { invoice_id: row } of service().list('/care', filter)) if (row === id) return true;
  return false;
}
