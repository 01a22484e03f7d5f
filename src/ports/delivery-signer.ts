/** Signatures of webhook deliveries, and the secrets that they are made with. */
export interface DeliverySigner {
  /** `whsec_` and 32 random bytes in base64. */
  newSecret(): string;
  /** HMAC-SHA256 under the whole secret as UTF-8, 64 lowercase hex (contract 6). */
  contractSignature(secret: string, message: string): string;
  /** HMAC-SHA256 under the bytes that the secret's base64 stands for, in base64 (Standard Webhooks). */
  standardSignature(secret: string, message: string): string;
}
