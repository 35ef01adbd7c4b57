/**
 * Resolves as soon as anyone does anything with the page, and at once where somebody has come to a place within it.
 * The signs are listened for by public/theme.js, which is there before any other code.
 */
export async function firstSign(): Promise<void> {
  if (scrollY > 0 || location.hash !== "" || document.documentElement.hasAttribute("data-in-use")) return;
  await new Promise<void>((resolve) => addEventListener("firstsign", () => resolve(), { once: true }));
}

const sections = Promise.withResolvers<void>();

/** Resolves once the file's sections work; never where their code could not be had. */
export const sectionsWork: Promise<void> = sections.promise;

/** To be called when the code is there: what was pressed too early is pressed again (public/theme.js). */
export function sectionsReady(): void {
  sections.resolve();
  dispatchEvent(new Event("mainready"));
}
