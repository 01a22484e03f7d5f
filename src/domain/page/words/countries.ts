/** Country names by ISO 3166-1 code: de, en, fr, pl, ro. Other countries appear by their code. */
const TABLE = `
AT Österreich|Austria|Autriche|Austria|Austria
BE Belgien|Belgium|Belgique|Belgia|Belgia
BG Bulgarien|Bulgaria|Bulgarie|Bułgaria|Bulgaria
CA Kanada|Canada|Canada|Kanada|Canada
CH Schweiz|Switzerland|Suisse|Szwajcaria|Elveția
CN China|China|Chine|Chiny|China
CY Zypern|Cyprus|Chypre|Cypr|Cipru
CZ Tschechien|Czechia|Tchéquie|Czechy|Cehia
DE Deutschland|Germany|Allemagne|Niemcy|Germania
DK Dänemark|Denmark|Danemark|Dania|Danemarca
EE Estland|Estonia|Estonie|Estonia|Estonia
ES Spanien|Spain|Espagne|Hiszpania|Spania
FI Finnland|Finland|Finlande|Finlandia|Finlanda
FR Frankreich|France|France|Francja|Franța
GB Vereinigtes Königreich|United Kingdom|Royaume-Uni|Wielka Brytania|Regatul Unit
GR Griechenland|Greece|Grèce|Grecja|Grecia
HR Kroatien|Croatia|Croatie|Chorwacja|Croația
HU Ungarn|Hungary|Hongrie|Węgry|Ungaria
IE Irland|Ireland|Irlande|Irlandia|Irlanda
IS Island|Iceland|Islande|Islandia|Islanda
IT Italien|Italy|Italie|Włochy|Italia
JP Japan|Japan|Japon|Japonia|Japonia
LI Liechtenstein|Liechtenstein|Liechtenstein|Liechtenstein|Liechtenstein
LT Litauen|Lithuania|Lituanie|Litwa|Lituania
LU Luxemburg|Luxembourg|Luxembourg|Luksemburg|Luxemburg
LV Lettland|Latvia|Lettonie|Łotwa|Letonia
MC Monaco|Monaco|Monaco|Monako|Monaco
MD Republik Moldau|Moldova|Moldavie|Mołdawia|Republica Moldova
MT Malta|Malta|Malte|Malta|Malta
NL Niederlande|Netherlands|Pays-Bas|Holandia|Țările de Jos
NO Norwegen|Norway|Norvège|Norwegia|Norvegia
PL Polen|Poland|Pologne|Polska|Polonia
PT Portugal|Portugal|Portugal|Portugalia|Portugalia
RO Rumänien|Romania|Roumanie|Rumunia|România
RS Serbien|Serbia|Serbie|Serbia|Serbia
SE Schweden|Sweden|Suède|Szwecja|Suedia
SI Slowenien|Slovenia|Slovénie|Słowenia|Slovenia
SK Slowakei|Slovakia|Slovaquie|Słowacja|Slovacia
TR Türkei|Türkiye|Turquie|Turcja|Turcia
UA Ukraine|Ukraine|Ukraine|Ukraina|Ucraina
US Vereinigte Staaten|United States|États-Unis|Stany Zjednoczone|Statele Unite
`;

const ORDER = ['de', 'en', 'fr', 'pl', 'ro'] as const;

const ROWS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split('\n')
    .map((row) => [row.slice(0, 2), row.slice(3).split('|')]),
);

export const countryName = (code: string, language: (typeof ORDER)[number]): string | undefined =>
  ROWS.get(code)?.[ORDER.indexOf(language)];
