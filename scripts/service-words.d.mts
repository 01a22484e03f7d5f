export function serviceWords(language: string): Readonly<Record<string, Readonly<Record<string, string>>>>;
