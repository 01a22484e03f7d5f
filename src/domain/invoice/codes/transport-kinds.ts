/** Kinds of new means of transport (art. 2 (10) of the Polish VAT act): FA(3) has elements for the use and the number of each. */
export const TRANSPORT_KINDS = {
  land_vehicle: { usage: 'P_22B', number: 'P_22B1' },
  vessel: { usage: 'P_22C', number: 'P_22C1' },
  aircraft: { usage: 'P_22D', number: 'P_22D1' },
} as const;

export type TransportKind = keyof typeof TRANSPORT_KINDS;

/** What the number of a land vehicle is the number of; a VIN if nothing is stated. */
export const VEHICLE_NUMBERS = {
  vin: TRANSPORT_KINDS.land_vehicle.number,
  body: 'P_22B2',
  chassis: 'P_22B3',
  frame: 'P_22B4',
} as const;

export type VehicleNumber = keyof typeof VEHICLE_NUMBERS;
