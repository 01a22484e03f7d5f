import { Fragment } from 'preact';

/** A number of at most so many characters is one word. */
const MAX_UNBROKEN_CHARACTERS = 20;

/** The number of an invoice: a short one stays on one line, a longer one may break after its signs, so that no digits are torn apart. */
export const NumberText = ({ text }: { readonly text: string }) =>
  text.length <= MAX_UNBROKEN_CHARACTERS ? (
    <span class="unbroken">{text}</span>
  ) : (
    <>
      {text.split(/(?<=[-/_.])/).map((part, n) => (
        <Fragment key={n}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
