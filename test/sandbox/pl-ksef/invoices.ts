const FA3 = 'http://crd.gov.pl/wzor/2025/06/25/13775/';

/** The current date in Poland. */
export const today = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' }).format(Date.now());

/** A small invoice that KSeF accepts. */
export const invoice = (number: string, { issueDate = today(), seller = '5265877635' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Faktura xmlns="${FA3}">
<Naglowek><KodFormularza kodSystemowy="FA (3)" wersjaSchemy="1-0E">FA</KodFormularza><WariantFormularza>3</WariantFormularza><DataWytworzeniaFa>2026-11-01T10:00:00Z</DataWytworzeniaFa></Naglowek>
<Podmiot1><DaneIdentyfikacyjne><NIP>${seller}</NIP><Nazwa>Sprzedawca sp. z o.o.</Nazwa></DaneIdentyfikacyjne><Adres><KodKraju>PL</KodKraju><AdresL1>ul. Prosta 1, 00-001 Warszawa</AdresL1></Adres></Podmiot1>
<Podmiot2><DaneIdentyfikacyjne><NIP>7352765225</NIP><Nazwa>Nabywca S.A.</Nazwa></DaneIdentyfikacyjne><JST>2</JST><GV>2</GV></Podmiot2>
<Fa><KodWaluty>PLN</KodWaluty><P_1>${issueDate}</P_1><P_2>${number}</P_2><P_13_1>100.00</P_13_1><P_14_1>23.00</P_14_1><P_15>123.00</P_15>
<Adnotacje><P_16>2</P_16><P_17>2</P_17><P_18>2</P_18><P_18A>2</P_18A><Zwolnienie><P_19N>1</P_19N></Zwolnienie><NoweSrodkiTransportu><P_22N>1</P_22N></NoweSrodkiTransportu><P_23>2</P_23><PMarzy><P_PMarzyN>1</P_PMarzyN></PMarzy></Adnotacje>
<RodzajFaktury>VAT</RodzajFaktury>
<FaWiersz><NrWierszaFa>1</NrWierszaFa><P_7>Usługa</P_7><P_8A>szt.</P_8A><P_8B>1</P_8B><P_9A>100.00</P_9A><P_11>100.00</P_11><P_12>23</P_12></FaWiersz>
</Fa>
</Faktura>
`;

/** The same with an attachment. */
export const attachedInvoice = (...of: Parameters<typeof invoice>): string =>
  invoice(...of).replace(
    '</Faktura>',
    '<Zalacznik><BlokDanych><MetaDane><ZKlucz>Okres</ZKlucz><ZWartosc>11/2026</ZWartosc></MetaDane></BlokDanych></Zalacznik></Faktura>',
  );

/** The same with a third party, a factor. */
export const factoredInvoice = (number: string, factor: string, buyer = '7352765225'): string =>
  invoice(number)
    .replace('7352765225', buyer)
    .replace(
      '<Fa>',
      `<Podmiot3><DaneIdentyfikacyjne><NIP>${factor}</NIP><Nazwa>Faktor S.A.</Nazwa></DaneIdentyfikacyjne><Rola>1</Rola></Podmiot3><Fa>`,
    );
