/** Without the blanks that such numbers often have. */
export const plainNumber = (id: string | undefined): string => id?.replaceAll(/\s/g, '') ?? '';

/** Nine digits, with any check digit. */
export const looksLikeSiren = (id: string | undefined): boolean => /^\d{9}$/.test(plainNumber(id));
