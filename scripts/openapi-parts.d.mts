/** The text of openapi.yaml, made of its parts. */
export function bundleParts(): string;
