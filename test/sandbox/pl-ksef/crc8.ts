/** CRC-8 with polynomial 0x07, bit by bit over the whole message. */
export function crc8(text: string): string {
  let rest = 0n;
  for (const byte of Buffer.from(`${text}\0`, 'ascii')) rest = (rest << 8n) | BigInt(byte);
  for (let bit = BigInt(text.length * 8 + 7); bit >= 8n; bit -= 1n)
    if ((rest >> bit) & 1n) rest ^= 0x107n << (bit - 8n);
  return rest.toString(16).toUpperCase().padStart(2, '0');
}
