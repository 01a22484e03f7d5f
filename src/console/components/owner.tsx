import type { components } from '../../client/client.ts';
import { useEntry } from '../app/catalogue.ts';
import { isOperator, ownKey } from '../app/session.ts';
import { wordFor, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Icon, type IconName } from './icon.tsx';

const say = wordsOf<typeof Words>('common');

const ICONS: Readonly<Record<string, IconName>> = {
  erp: 'screen',
  us: 'tool',
  business: 'persons',
  client: 'tool',
  buyer: 'cart',
  route: 'globe',
};

interface Props {
  readonly owner: string;
  readonly senderCanFix?: boolean | undefined;
  /** Of an invoice that came, the reader is the buyer. */
  readonly isReceived?: boolean;
}

/** Who acts, for the reader: a client who can correct it is "You", others have their names. */
export function Owner({ owner, senderCanFix = false, isReceived = false }: Props) {
  const key = ownKey.value;
  const operates = key !== undefined && isOperator(key);
  const acting = senderCanFix ? 'erp' : owner;
  const isYou = acting === (operates ? 'us' : isReceived ? 'buyer' : 'erp');
  if (isYou && !operates) return <Named icon="person" word={say('owner.you')} isYou />;
  const reader = operates ? 'operator' : isReceived ? 'received' : 'sent';
  const word = wordFor('common', `owner.${acting}.${reader}`) ?? wordFor('common', `owner.${acting}`);
  return <Named icon={isYou ? 'person' : (ICONS[acting] ?? 'info')} word={word ?? acting} isYou={isYou} />;
}

interface FindingProps {
  readonly finding: Pick<components['schemas']['Finding'], 'code' | 'who_fixes' | 'sender_can_fix'>;
  readonly isReceived?: boolean;
}

/** A finding of an event names no owner: then it is that of its code. */
export function OwnerOfFinding({ finding, isReceived = false }: FindingProps) {
  const { code, who_fixes: stated, sender_can_fix: canFix } = finding;
  const entry = useEntry(stated === undefined ? code : undefined);
  const owner = stated ?? entry?.who_fixes;
  return owner === undefined ? (
    <>–</>
  ) : (
    <Owner owner={owner} senderCanFix={canFix ?? entry?.sender_can_fix} isReceived={isReceived} />
  );
}

const Named = ({
  icon,
  word,
  isYou,
}: {
  readonly icon: IconName;
  readonly word: string;
  readonly isYou: boolean;
}) => (
  <span class={`owner ${isYou ? 'you' : ''}`}>
    <Icon name={icon} /> {word}
  </span>
);
