import type { ConsumingReader } from './consuming-reader.ts';

/** What `Naglowek` says of every document of a form. */
export interface Form {
  /** KodFormularza. */
  readonly name: string;
  /** Its `kodSystemowy`. */
  readonly system: string;
  /** Its `wersjaSchemy`. */
  readonly version: string;
  /** WariantFormularza. */
  readonly variant: string;
}

/** Takes what follows from the form; another value is left. */
export function expectForm(
  heading: ConsumingReader | undefined,
  { name, system, version, variant }: Form,
): void {
  heading?.expect('KodFormularza', name);
  const form = heading?.inside('KodFormularza');
  form?.attribute('kodSystemowy', [system]);
  form?.attribute('wersjaSchemy', [version]);
  heading?.expect('WariantFormularza', variant);
}
