export function termPaths(): Record<'ubl' | 'cii', Record<string, string[]>>;
