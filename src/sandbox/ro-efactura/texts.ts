/** ANAF's own texts. Clients decide by them. */
export const TEXTS = {
  noBody: 'Trebuie sa aveti atasat in request un fisier de tip xml',
  standardAndCif: 'Parametrii standard si cif sunt obligatorii',
  standard: 'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP',
  flag: (name: string) => `Daca parametrul ${name} trebuie completat, valoarea acceptata este DA`,
  cifNotANumber: (cif: string) => `CIF introdus= ${cif} nu este un numar`,
  tooLarge: (megabytes: number) => `Marime fisier transmis mai mare de ${megabytes} MB.`,
  notInRegister: (cif: string) =>
    `CIF introdus= ${cif} nu este inregistrat in Registrul RO e-Factura executari silite`,
  noRights: 'Nu exista niciun CIF pentru care sa aveti drept in SPV',
  noRightFor: (cif: string) => `Nu aveti drept in SPV pentru CIF=${cif}`,
  notValid: (reason: string) => `Fisierul transmis nu este valid. ${reason}`,
  technical: 'A aparut o eroare tehnica. Cod: 7e0c4d1a',
  tooManyRasp: (cif: string) =>
    `S-au incarcat deja 1000 de mesaje de tip RASP pentru cui=${cif} in cursul zile`,

  idIncarcare: 'Parametrul id_incarcare este obligatoriu',
  indexNotANumber: (index: string) => `Id_incarcare introdus= ${index} nu este un numar intreg`,
  // The misspelling is ANAF's.
  noRightForIndex: (index: string) => `Nu aveti dreptul de inteorgare pentru id_incarcare= ${index}`,
  noRightsAtAll: 'Nu exista niciun CIF petru care sa aveti drept',
  noSuchIndex: (index: string) => `Nu exista factura cu id_incarcare= ${index}`,
  tooManyDownloads: (most: number) => `S-au facut deja ${most} descarcari de mesaj in cursul zilei`,

  id: 'Parametrul id este obligatoriu',
  idNotANumber: (id: string) => `Id descarcare introdus= ${id} nu este un numar intreg`,
  notYours: 'Nu aveti dreptul sa descarcati acesta factura',
  noSuchDownload: (id: string) => `Pentru id=${id} nu exista inregistrata nici o factura`,

  daysAndCif: 'Parametrii zile si cif sunt obligatorii',
  daysNotANumber: (days: string) => `Numarul de zile introdus= ${days} nu este un numar intreg`,
  days: 'Numarul de zile trebuie sa fie intre 1 si 60',
  pagedParameters: 'Parametrii startTime, endTime, cif si pagina sunt obligatorii',
  notAcceptable: (name: string, value: string) =>
    `${name} = ${value} nu este un numar sau nu are o valoare acceptata de sistem`,
  pagedCif: (cif: string) => `CIF introdus= ${cif} nu este un numar sau nu are o valoare acceptata de sistem`,
  tooOld: (start: string) =>
    `startTime = ${start} nu poate fi mai vechi de 60 de zile fata de momentul requestului`,
  endBeforeStart: (start: string, end: string) => `endTime = ${end} nu poate fi <= startTime = ${start}`,
  endInFuture: (end: string) => `endTime = ${end} nu poate in viitor fata de momentul requestului`,
  filter: 'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R',
  noSuchPage: (page: number, pages: number) =>
    `Pagina solicitata ${page} este mai mare decat numarul toatal de pagini ${pages}`,
  nothingInDays: (days: number) => `Nu exista mesaje in ultimele ${days} zile`,
  nothingInPeriod: 'Nu exista mesaje in intervalul selectat',
  tooManyForOnePage:
    'Lista de mesaje este mai mare decat numarul de 500 elemente permise in pagina. Folositi endpoint-ul cu paginatie.',
  tooManyLists: (most: number) =>
    `S-au facut deja ${most} interogari de lista mesaje de catre utilizator in cursul zilei`,

  detailsOfInvoice: (index: string, issuer: string, buyer: string) =>
    `Factura cu id_incarcare=${index} emisa de cif_emitent=${issuer} pentru cif_beneficiar=${buyer}`,
  // Both spaces are ANAF's (anafpy, records of production of 6 July 2026).
  detailsOfSelfBilled: (index: string, sender: string, represented: string) =>
    `Factura cu id_incarcare=${index} transmisa de cif=${sender}  ca autofactura in numele cif=${represented}`,
  detailsOfError: (index: string) =>
    `Erori de validare identificate la factura primita cu id_incarcare=${index}`,
  detailsOfRasp: (index: string) => `Mesaj pentru factura cu id_incarcare=${index}`,
  duplicate: (index: string, day: string) =>
    `Factura a mai fost transmisa anterior cu index=${index} si data incarcare=${day}`,
  unknownSeller: (cif: string) =>
    `E: validari globale\n eroare regula: R6.1: CIF-ul vanzatorului nu figureaza in baza de date:${cif}`,
  wrongSeller: (cif: string) =>
    `E: AccountingSupplierParty (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1)  eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI (${cif}) `,
  rule: (id: string, says: string) => `E: validari globale  SCHEMATRON   eroare: [${id}]-${says}`,
  signatureHolds:
    'Fișierele încărcate au fost validate cu succes, din perspectiva autenticității semnăturii aplicate și a apartenenței acesteia la XML-ul ce reprezintă factura electronică.',
  signatureBroken:
    'Fișierele încărcate NU au putut fi validate cu succes, din perspectiva autenticității semnăturii aplicate și a apartenenței acesteia la XML-ul ce reprezintă factura electronică.',
  signatureFiles:
    'Eroare tehnică: request incorect. Cauza: cel puțin unul din documente NU a fost încărcat sau NU este un fisier de tip XML specific facturii electronice.',
  checkStandard: 'Valorile acceptate pentru parametrul standard sunt FACT1 si FCN',
} as const;
