/** An invoice with a check: the icon of the service. */
export const MARK = icon(20, 'light-dark(#3a45c4, #a3adff)', 'light-dark(#fff, #11142b)');

/** As a file it has colours that suit a light and a dark tab. */
export const FAVICON = icon(32, '#3a45c4', '#fff').replace(
  '<svg ',
  '<svg xmlns="http://www.w3.org/2000/svg" ',
);

function icon(size: number, ground: string, ink: string): string {
  return (
    `<svg width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true">` +
    `<path fill="${ground}" d="M7 1h13l7 7v20a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z"/>` +
    `<path fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="m10 19 4 4 8-9"/></svg>`
  );
}
