import { SPECIFICATIONS } from './base.ts';
import { type Edit, all, remove, set, setAttribute, untouched } from './edits.ts';
import { LINE } from './places.ts';
import type { Row } from './row.ts';

const vehicles = { specification: SPECIFICATIONS.vehicles } as const;
const CLASS = `${LINE}/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode`;
const PROPERTY = `${LINE}/cac:Item/cac:AdditionalItemProperty`;
const vehicle: Edit = all(
  setAttribute(CLASS, 'listID', 'CVD'),
  set(CLASS, 'M1'),
  set(`${PROPERTY}/cbc:Name`, 'cva'),
  set(`${PROPERTY}/cbc:Value`, 'clean'),
);

export const VEHICLE_ROWS: readonly Row[] = (
  [
    { it: 'accepts a line that is a vehicle', edit: vehicle, finds: [] },
    {
      it: 'requires the contract',
      edit: all(vehicle, remove('cac:ContractDocumentReference')),
      finds: ['BR-DE-CVD-01'],
    },
    {
      it: 'requires the tender',
      edit: all(vehicle, remove('cac:OriginatorDocumentReference')),
      finds: ['BR-DE-CVD-02'],
    },
    { it: 'requires a vehicle', edit: untouched, finds: ['BR-DE-CVD-03'] },
    {
      it: 'finds an unknown vehicle category',
      edit: all(vehicle, set(CLASS, 'M9')),
      finds: ['BR-DE-CVD-04'],
    },
    {
      it: 'finds an unknown attribute value',
      edit: all(vehicle, set(`${PROPERTY}/cbc:Value`, 'dirty')),
      finds: ['BR-DE-CVD-05'],
    },
    {
      it: 'finds a second vehicle without attribute',
      edit: all(
        vehicle,
        setAttribute(CLASS.replace(LINE, `${LINE}[2]`), 'listID', 'CVD'),
        set(CLASS.replace(LINE, `${LINE}[2]`), 'N1'),
      ),
      finds: ['BR-DE-CVD-06-a'],
    },
    {
      it: 'finds an attribute without vehicle',
      edit: all(
        vehicle,
        set(`${PROPERTY.replace(LINE, `${LINE}[2]`)}/cbc:Name`, 'cva'),
        set(`${PROPERTY.replace(LINE, `${LINE}[2]`)}/cbc:Value`, 'other'),
      ),
      finds: ['BR-DE-CVD-06-b'],
    },
    {
      it: 'finds an unknown classification',
      edit: all(vehicle, setAttribute(CLASS.replace(LINE, `${LINE}[2]`), 'listID', '?')),
      finds: ['BR-TMP-CVD-01'],
    },
  ] satisfies readonly Row[]
).map((row) => ({ ...row, it: `${row.it} in the clean vehicles variant`, of: vehicles }));
