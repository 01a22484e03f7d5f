import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** Endings and media types. */
  readonly accept: string;
  readonly onChange: (file: File | undefined) => void;
}

export function FileField({ label, accept, onChange }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])}
      />
    </div>
  );
}
