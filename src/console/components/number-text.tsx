import { Fragment } from 'preact';

/** A number that may break after its signs: on paper no digits are torn apart. */
export const NumberText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=[-/_.])/).map((part, n) => (
      <Fragment key={n}>
        {n > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
