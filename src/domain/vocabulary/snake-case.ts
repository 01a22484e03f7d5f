/** `withVat` is `with_vat`: a member of the model as callers and stores write it. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
