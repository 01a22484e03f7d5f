import { SPECIFICATIONS } from '../base.ts';
import { add, all, make, remove, set, setAttribute } from '../edits.ts';
import * as at from './places.ts';
import type { Row } from './rows.ts';

const { SELLER, BUYER } = at;
const extension = { specification: SPECIFICATIONS.extension };
const vehicles = { specification: SPECIFICATIONS.vehicles };
const VEHICLE = all(
  add(
    at.PRODUCT,
    '<ram:DesignatedProductClassification><ram:ClassCode listID="CVD">M1</ram:ClassCode></ram:DesignatedProductClassification>',
  ),
  add(
    at.PRODUCT,
    '<ram:ApplicableProductCharacteristic><ram:Description>cva</ram:Description><ram:Value>clean</ram:Value></ram:ApplicableProductCharacteristic>',
  ),
);
const CLASS = `${at.PRODUCT}/ram:DesignatedProductClassification[2]/ram:ClassCode`;

const EXTENSION: readonly Row[] = [
  ['an invoice of the extension', make('.'), '', extension],
  [
    'a file that is a page',
    setAttribute(`${at.FILE}/ram:AttachmentBinaryObject`, 'mimeCode', 'text/html'),
    'BR-DEX-01',
    extension,
  ],
  [
    'a file in XML',
    setAttribute(`${at.FILE}/ram:AttachmentBinaryObject`, 'mimeCode', 'application/xml'),
    '',
    extension,
  ],
  [
    'an unknown scheme of an identifier',
    setAttribute(`${SELLER}/ram:GlobalID`, 'schemeID', '9999'),
    'BR-DEX-04',
    extension,
  ],
  ['a scheme of the extension', setAttribute(`${SELLER}/ram:GlobalID`, 'schemeID', 'XR01'), '', extension],
  [
    'an unknown scheme of a register number',
    setAttribute(`${SELLER}/ram:SpecifiedLegalOrganization/ram:ID`, 'schemeID', '9999'),
    'BR-DEX-05',
    extension,
  ],
  [
    'an unknown scheme of an item number',
    setAttribute(`${at.PRODUCT}/ram:GlobalID`, 'schemeID', '9999'),
    'BR-DEX-06',
    extension,
  ],
  [
    'an unknown scheme of an electronic address',
    setAttribute(`${BUYER}/ram:URIUniversalCommunication/ram:URIID`, 'schemeID', '9999'),
    'BR-DEX-07',
    extension,
  ],
  [
    'an unknown scheme of the place of delivery',
    setAttribute(`${at.SHIP_TO}/ram:GlobalID`, 'schemeID', '9999'),
    'BR-DEX-08',
    extension,
  ],
  [
    'lines below lines',
    make(`${at.LINE}/ram:AssociatedDocumentLineDocument/ram:ParentLineID`, '2'),
    'BR-DEX-15',
    extension,
  ],
];

const VEHICLES: readonly Row[] = [
  ['a clean vehicle', VEHICLE, '', vehicles],
  [
    'no contract',
    all(VEHICLE, remove(`${at.AGREEMENT}/ram:ContractReferencedDocument`)),
    'BR-DE-CVD-01',
    vehicles,
  ],
  ['no tender', all(VEHICLE, remove(`${at.FILE}[3]`)), 'BR-DE-CVD-02', vehicles],
  ['no vehicle', make('.'), 'BR-DE-CVD-03', vehicles],
  ['an unknown category of vehicle', all(VEHICLE, set(CLASS, 'M9')), 'BR-DE-CVD-04', vehicles],
  [
    'an unknown kind of drive',
    all(VEHICLE, set(`${at.PRODUCT}/ram:ApplicableProductCharacteristic[2]/ram:Value`, 'dirty')),
    'BR-DE-CVD-05',
    vehicles,
  ],
  [
    'a vehicle without the attribute',
    all(VEHICLE, remove(`${at.PRODUCT}/ram:ApplicableProductCharacteristic[2]`)),
    'BR-DE-CVD-03 BR-DE-CVD-06-a',
    vehicles,
  ],
  [
    'the attribute without a vehicle',
    all(VEHICLE, remove(`${at.PRODUCT}/ram:DesignatedProductClassification[2]`)),
    'BR-DE-CVD-03 BR-DE-CVD-06-b',
    vehicles,
  ],
  [
    'an unknown classification',
    all(
      VEHICLE,
      setAttribute(`${at.PRODUCT}/ram:DesignatedProductClassification/ram:ClassCode`, 'listID', '???'),
    ),
    'BR-TMP-CVD-01',
    vehicles,
  ],
];

export const EXTENSION_ROWS: readonly Row[] = [...EXTENSION, ...VEHICLES];
