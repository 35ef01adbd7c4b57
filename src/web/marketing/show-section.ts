/** Scrolls to a section and lets reading go on from its heading, as following a link to it would. */
export function showSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: still ? "instant" : "smooth" });
  section.querySelector<HTMLElement>("h2[tabindex]")?.focus({ preventScroll: true });
}
