/** @returns the number of removed entries */
export function removeWhere<K, V>(kept: Map<K, V>, isMeant: (key: K, value: V) => boolean): number {
  const meant = [...kept].filter(([key, value]) => isMeant(key, value));
  for (const [key] of meant) kept.delete(key);
  return meant.length;
}
