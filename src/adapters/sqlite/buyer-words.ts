/**
 * The tail of a query of `invoice_buyer_word`, a row for each invoice of `@client` within `@since` and `@until` that has all words.
 * @param words the parameter with their list, JSON.
 */
export const havingAll = (
  words: string,
): string => `FROM json_each(${words}) AS wanted CROSS JOIN invoice_buyer_word
  WHERE client = @client AND word = wanted.value AND created_at >= @since AND created_at < @until
  GROUP BY invoice_id HAVING count(*) = json_array_length(${words})`;
