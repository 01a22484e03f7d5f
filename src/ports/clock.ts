/** The service's time: real time plus what `CLOCK_CONTROL` has added on this store. Signatures use real time instead. */
export interface Clock {
  now(): Date;
}
