/** Many findings are looked up in one text: what was read of the last text is kept. */
export function keepLast<Read>(read: (text: string) => Read): (text: string) => Read {
  let last: { readonly text: string; readonly read: Read } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, read: read(text) };
    return last.read;
  };
}
