/** `1 file`, `2 files`: a count with its noun. The plural is given if it is not made with an s. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
