/** EXTENDED-CTC-FR has tests whose id stands in their text alone: `[BR-CO-27]-Either the IBAN …`. */
export const idInText = (text: string): string => /^\s*\[([^\]]+)\]/.exec(text)?.[1] ?? 'no id';
