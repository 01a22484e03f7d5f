export function memberTerms(): Promise<Record<string, string>>;
