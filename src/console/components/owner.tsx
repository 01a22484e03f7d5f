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
  readonly owner: string | undefined;
  readonly senderCanFix?: boolean | undefined;
  /** Of an invoice that came, the reader is the buyer. */
  readonly isReceived?: boolean;
}

/** Who acts, for the reader: a client who can correct it is "You", others have their names. */
export function Owner({ owner = 'us', senderCanFix = false, isReceived = false }: Props) {
  const key = ownKey.value;
  const operates = key !== undefined && isOperator(key);
  const acting = senderCanFix ? 'erp' : owner;
  const isYou = acting === (operates ? 'us' : isReceived ? 'buyer' : 'erp');
  if (isYou && !operates) return <Named icon="person" word={say('owner.you')} isYou />;
  const reader = operates ? 'operator' : isReceived ? 'received' : 'sent';
  const word = wordFor('common', `owner.${acting}.${reader}`) ?? wordFor('common', `owner.${acting}`);
  return <Named icon={isYou ? 'person' : (ICONS[acting] ?? 'info')} word={word ?? acting} isYou={isYou} />;
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
