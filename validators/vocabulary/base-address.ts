/** An address without the slashes at its end: paths are joined to it with a slash of their own. */
export const baseAddress = (address: string): string => address.replace(/(?<!\/)\/\/*$/, '');
