/** Signatures of webhook deliveries, and their secrets. */
export interface DeliverySigner {
  /** `whsec_` and 32 random bytes in base64. */
  newSecret(): string;
  /** HMAC-SHA256 under the whole secret as UTF-8, 64 lowercase hex (contract 6). */
  contractSignature(secret: string, message: string): string;
  /** HMAC-SHA256 under the decoded bytes of the secret's base64, in base64 (Standard Webhooks). */
  standardSignature(secret: string, message: string): string;
}
