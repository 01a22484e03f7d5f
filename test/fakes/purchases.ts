/** A client that reports no purchases. */
export const NO_PURCHASES = { state: async () => [], withdraw: async () => undefined };
