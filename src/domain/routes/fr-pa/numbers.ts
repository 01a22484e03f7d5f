/** Without the blanks that such numbers are often written with. */
export const plainNumber = (id: string | undefined): string => id?.replaceAll(/\s/g, '') ?? '';

/** Nine digits; whether the last one fits is not asked. */
export const looksLikeSiren = (id: string | undefined): boolean => /^\d{9}$/.test(plainNumber(id));
