/** Parts of a report that belong to the program and the time, and texts of parsers: everything else has to be equal. */
const EXCEPT: readonly (readonly [RegExp, string])[] = [
  [/<rep:engine>.*?<\/rep:engine>/, '<rep:engine/>'],
  [/<rep:timestamp>.*?<\/rep:timestamp>/, '<rep:timestamp/>'],
  [/(<dt>Zeitpunkt der Prüfung:<\/dt>)<dd>.*?<\/dd>/, '$1'],
  [/<p class="info">Dieser Prüfbericht wurde erstellt mit .*?\.<\/p>(?=<\/body>)/, ''],
  // A schema's remarks: their number is the parser's, too.
  [/<rep:message id="val-x(?:sd|ml)\.\d+"[^>]*>[^<]*<\/rep:message>/g, ''],
  [/<tr class="error"><td rowspan="2">val-x(?:sd|ml)\.\d+<\/td>.*?<\/tr><tr class="error">.*?<\/tr>/gs, ''],
  [/(\(val-xsd\)<\/td><td style="width: 30mm;">)[1-9]\d*/, '$1n'],
  [/IOException while reading resource [^<]*/g, 'IOException'],
];

/** Without what may differ. A schema's remarks are counted on the page, too. */
function comparable(report: string): string {
  const isInvalid = /<rep:validationStepResult id="val-xsd" valid="false"/.test(report);
  const bare = EXCEPT.reduce((text, [what, instead]) => text.replace(what, instead), report);
  return isInvalid ? bare.replace(/enthält \d+ Fehler \/ \d+ Warnungen/, 'enthält n Fehler') : bare;
}

/** Undefined if two reports are equal; otherwise what stands at the first difference. */
export function differenceOf(one: string, other: string): string | undefined {
  const [ours, theirs] = [comparable(one), comparable(other)];
  if (ours === theirs) return undefined;
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 120));
  return `${around(ours)}\n   theirs: ${around(theirs)}`;
}
