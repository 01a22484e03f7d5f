/** ISO 3166-2:RO; counties without Bucharest are named as their people name them. */
const ROWS = `
AB Alba|AG Argeș|AR Arad|B București|BC Bacău|BH Bihor|BN Bistrița-Năsăud|BR Brăila|BT Botoșani|BV Brașov|BZ Buzău|CJ Cluj|CL Călărași
CS Caraș-Severin|CT Constanța|CV Covasna|DB Dâmbovița|DJ Dolj|GJ Gorj|GL Galați|GR Giurgiu|HD Hunedoara|HR Harghita|IF Ilfov
IL Ialomița|IS Iași|MH Mehedinți|MM Maramureș|MS Mureș|NT Neamț|OT Olt|PH Prahova|SB Sibiu|SJ Sălaj|SM Satu Mare|SV Suceava
TL Tulcea|TM Timiș|TR Teleorman|VL Vâlcea|VN Vrancea|VS Vaslui`;

/** The name of each county, by its code with the country: `RO-CJ`. */
export const ROMANIAN_COUNTIES: ReadonlyMap<string, string> = new Map(
  ROWS.trim()
    .split(/[|\n]/)
    .map((row) => {
      const [code = '', ...name] = row.split(' ');
      return [`RO-${code}`, name.join(' ')];
    }),
);
