import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { ownKey, service, submits } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Area } from '../../components/inputs.tsx';
import { NOTHING } from '../../components/nothing.tsx';
import type Words from '../../words/en/to-correct.json';
import type { CareRow } from './groups.ts';
import { ActForm } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('to-correct');

const MAX_ASSIGNEE_LENGTH = 100;

interface Props {
  readonly row: CareRow;
  readonly onNoted: () => void;
}

/** Who takes an invoice, and what is known. */
export function RowNote({ row, onNoted }: Props) {
  const [isOpen, setOpen] = useState(false);
  const key = ownKey.value;
  const close = (): void => setOpen(false);
  return (
    <>
      <NoteText row={row} />{' '}
      {key && submits(key) && (
        <button type="button" class="link" onClick={() => setOpen(true)}>
          {say(row.note || row.assignee ? 'change' : 'note.add')}
        </button>
      )}
      {isOpen && (
        <Dialog title={say('note.of', { reference: row.invoice_ref })} onClose={close}>
          <NoteForm
            row={row}
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

export function NoteText({ row: { note, assignee } }: Pick<Props, 'row'>) {
  if (!note && !assignee) return NOTHING;
  return (
    <span class="note-text">
      {assignee && <b>{assignee}</b>}
      {assignee && note && ': '}
      {note}
    </span>
  );
}

function NoteForm({ row, onNoted }: Props) {
  const [assignee, setAssignee] = useState(row.assignee ?? '');
  const [note, setNote] = useState(row.note ?? '');
  const save = async (): Promise<void> => {
    const { invoice_id: id, catalogue_code } = row;
    // Null takes away what was there.
    const body = { catalogue_code, note: note.trim() || null, assignee: assignee.trim() || null };
    await service().api.PUT('/care/{id}/note', { params: { path: { id } }, body });
    onNoted();
  };
  return (
    <ActForm act={say('save')} onAct={save}>
      <Field
        label={say('note.assignee')}
        value={assignee}
        maxLength={MAX_ASSIGNEE_LENGTH}
        onInput={setAssignee}
      />
      <Area label={say('note')} value={note} rows={4} onInput={setNote} hint={say('note.hint')} isProse />
    </ActForm>
  );
}
