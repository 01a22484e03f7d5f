/**
 * The company behind a participant, in the schemes of its country that contain its number (OpenPEPPOL participant identifier schemes 9.7):
 * an answer may come from another identifier than the one that the invoice went to.
 */
const COMPANY_NUMBERS: readonly (readonly [country: string, participant: RegExp])[] = [
  ['BE', /^0208:(\d{10})$/],
  ['BE', /^9925:be(\d{10})$/],
  ['CH', /^0183:che(\d{9})$/],
  ['CH', /^9927:che(\d{9})(?:mwst|tva|iva|tpv)?$/],
  ['DK', /^0184:(?:dk)?(\d{8})$/],
  ['DK', /^0198:dk(\d{8})$/],
  // Behind the number stands a suffix of the company's own.
  ['FI', /^0216:0037(\d{8})\w*$/],
  // SIREN, SIRET, and addresses that begin with the SIREN.
  ['FR', /^(?:0002|0009|0225):(\d{9})/],
  ['FR', /^9957:fr[a-z0-9]{2}(\d{9})$/],
  ['IT', /^021[01]:(?:it)?(\d{11})$/],
  ['JP', /^0188:(\d{13})$/],
  ['JP', /^0221:t(\d{13})$/],
  ['LV', /^0218:(\d{11})$/],
  ['LV', /^9939:lv(\d{11})$/],
  ['NO', /^(?:0192|9909):(\d{9})(?:mva)?$/],
  ['SE', /^0007:(\d{10})$/],
  ['SK', /^0245:(\d{10})$/],
  ['SK', /^9950:sk(\d{10})$/],
];

/** @param participant `<ICD>:<id>`, lower case. @returns undefined if the identifier does not contain the number of a company. */
function companyOf(participant: string): string | undefined {
  for (const [country, shape] of COMPANY_NUMBERS) {
    const number = shape.exec(participant)?.[1];
    if (number !== undefined) return `${country} ${number}`;
  }
  return undefined;
}

/** Whether two participants are one, or the same company. */
export function isSameCompany(one: string, other: string): boolean {
  const company = companyOf(one);
  return one === other || (company !== undefined && company === companyOf(other));
}
