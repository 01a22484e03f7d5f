/** The body of an answer. The client throws for each answer that is not a success. */
export function required<T>({ data }: { readonly data?: T | undefined }): T {
  if (data === undefined) throw new Error('The answer has no body.');
  return data;
}
