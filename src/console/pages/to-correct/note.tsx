import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { ownKey, service, submits } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Area, Select } from '../../components/inputs.tsx';
import { NOTHING } from '../../components/nothing.tsx';
import type Words from '../../words/en/to-correct.json';
import type { CareRow } from './groups.ts';
import { ActForm } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('to-correct');

const MAX_ASSIGNEE_LENGTH = 100;

interface Props {
  /** One invoice, or those of a group: what is typed goes to all of them, unless one is chosen. */
  readonly rows: readonly CareRow[];
  readonly nameOf: (row: CareRow) => string;
  readonly onNoted: () => void;
}

type Note = Pick<CareRow, 'note' | 'assignee'>;

/** What all rows have in common. */
function sharedNote(rows: readonly CareRow[]): Note {
  const ofAll = (name: keyof Note): Note => {
    const value = rows[0]?.[name];
    return value !== undefined && rows.every((row) => row[name] === value) ? { [name]: value } : {};
  };
  return { ...ofAll('note'), ...ofAll('assignee') };
}

const titleOf = (rows: readonly CareRow[], nameOf: Props['nameOf']): string =>
  rows.length > 1
    ? say('note.of-all', { n: rows.length })
    : say('note.of', { reference: rows.map(nameOf).join() });

/** Who takes an invoice, or those of a group, and what is known. */
export function RowNote({ rows, nameOf, onNoted }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [one, chooseOne] = useState('');
  const key = ownKey.value;
  const close = (): void => setOpen(false);
  const shared = sharedNote(rows);
  const noted = one === '' ? rows : rows.filter(({ invoice_id: id }) => id === one);
  const isNoted = rows.some(({ note, assignee }) => note ?? assignee);
  const canNote = key !== undefined && submits(key);
  return (
    <>
      {isNoted && !shared.note && !shared.assignee
        ? say('note.differ')
        : (isNoted || !canNote) && <NoteText row={shared} />}{' '}
      {canNote && (
        <button type="button" class="link" onClick={() => setOpen(true)}>
          {say(isNoted ? 'change' : 'note.add')}
        </button>
      )}
      {isOpen && (
        <Dialog title={titleOf(noted, nameOf)} onClose={close}>
          {rows.length > 1 && (
            <Select
              label={say('note.for')}
              value={one}
              options={[
                ['', say('note.for-all', { n: rows.length })],
                ...rows.map((row) => [row.invoice_id, nameOf(row)] as const),
              ]}
              onChange={chooseOne}
            />
          )}
          <NoteForm
            key={one}
            rows={noted}
            onNoted={() => {
              close();
              confirm(say('noted'));
              onNoted();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

export function NoteText({ row: { note, assignee } }: { readonly row: Note }) {
  if (!note && !assignee) return NOTHING;
  return (
    <span class="note-text">
      {assignee && <b>{assignee}</b>}
      {assignee && note && ': '}
      {note}
    </span>
  );
}

function NoteForm({ rows, onNoted }: Omit<Props, 'nameOf'>) {
  const before = sharedNote(rows);
  const [assignee, setAssignee] = useState(before.assignee ?? '');
  const [note, setNote] = useState(before.note ?? '');
  const save = async (): Promise<void> => {
    for (const row of rows) {
      // What was not changed stays what each row has; null takes away what was there.
      const valueOf = (name: keyof Note, typed: string): string | null =>
        (typed.trim() === (before[name] ?? '') ? row[name] : typed.trim()) || null;
      const { invoice_id: id, catalogue_code } = row;
      const body = { catalogue_code, note: valueOf('note', note), assignee: valueOf('assignee', assignee) };
      await service().api.PUT('/care/{id}/note', { params: { path: { id } }, body });
    }
    onNoted();
  };
  return (
    <ActForm act={say('save')} onAct={save}>
      <Field
        label={say('note.assignee')}
        autofocus
        value={assignee}
        maxLength={MAX_ASSIGNEE_LENGTH}
        onInput={setAssignee}
      />
      <Area label={say('note')} value={note} rows={4} onInput={setNote} hint={say('note.hint')} isProse />
    </ActForm>
  );
}
