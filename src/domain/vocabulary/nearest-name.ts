/** A known name as it is meant by another spelling: `issueDate` or `Issue-Date` for `issue_date`, or with one slip. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  return (
    known.find((one) => isSameName(written, one)) ??
    known.find((one) => isOneSlipFrom(plain(written), plain(one)))
  );
}

/** Whether both differ in capitals and joints only. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** Longer than any known name with joints. A caller may send megabytes, which would be read again for each known name. */
const MAX_NAME_LETTERS = 200;

const plain = (name: string): string =>
  name.length > MAX_NAME_LETTERS ? name : name.replaceAll(/[_\s-]/g, '').toLowerCase();

/** Whether one letter is added, missing or different, or two stand in the wrong order. */
function isOneSlipFrom(written: string, known: string): boolean {
  if (known.length < 4 || Math.abs(written.length - known.length) > 1) return false;
  let same = 0;
  while (same < written.length && written[same] === known[same]) same += 1;
  const [rest, knownRest] = [written.slice(same), known.slice(same)];
  const isSwapped = rest.length > 1 && rest[0] === knownRest[1] && rest[1] === knownRest[0];
  return (
    rest.slice(1) === knownRest ||
    rest === knownRest.slice(1) ||
    rest.slice(1) === knownRest.slice(1) ||
    (isSwapped && rest.slice(2) === knownRest.slice(2))
  );
}
