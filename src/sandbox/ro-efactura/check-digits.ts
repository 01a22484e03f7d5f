/** Whether a CUI or CNP has a correct check digit, so that it may exist in a register. */
export const isRegistrable = (cif: string): boolean => isCui(cif) || isCnp(cif);

export function isCui(cif: string): boolean {
  if (!/^[1-9]\d{1,9}$/.test(cif)) return false;
  const digits = cif.padStart(10, '0');
  return ((sum(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(digits[9]);
}

function isCnp(cif: string): boolean {
  if (!/^\d{13}$/.test(cif)) return false;
  const rest = sum(cif, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (rest === 10 ? 1 : rest) === Number(cif[12]);
}

const sum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
