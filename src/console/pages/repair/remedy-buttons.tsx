import { figureOf } from '../../app/figures.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import type Words from '../../words/en/repair.json';
import type { Draft } from './draft.ts';
import type { Finding } from './refused.ts';
import { type Remedy, remediesFor } from './remedies.ts';

const say = wordsOf<typeof Words>('repair');

/** Patches are written for the members of a JSON. */
export const remediesIn = ({ syntax, text }: Draft, finding: Finding): readonly Remedy[] =>
  syntax === 'json' ? remediesFor(text.value, finding) : [];

interface Props {
  readonly remedies: readonly Remedy[];
  readonly onUse: (remedy: Remedy) => void;
}

/** Each names its result. */
export const RemedyButtons = ({ remedies, onUse }: Props) => (
  <>
    {remedies.map((remedy) => (
      <Button key={remedy.kind} size="small" onClick={() => onUse(remedy)}>
        {say(`remedy.${remedy.kind}`, { value: figureOf(remedy.value, language.value) })}
      </Button>
    ))}
  </>
);
