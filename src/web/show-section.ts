/** Scrolls to a section and lets reading go on from its heading, as following a link to it would. */
export function showSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: still ? "instant" : "smooth" });
  section.querySelector<HTMLElement>("h2[tabindex]")?.focus({ preventScroll: true });
  arrive(id);
}

const SETTLED_MS = 1_500;

/** A page that is still being put together moves under a scroll on its way, or ends it: then the rest is made up for. */
function arrive(id: string): void {
  const turned = new AbortController();
  const { signal } = turned;
  const stop = () => turned.abort();
  // A person who scrolls has gone elsewhere.
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
    addEventListener(kind, stop, { signal, passive: true });
  setTimeout(() => {
    if (signal.aborted) return;
    stop();
    // Looked for again: a part of the page that was made anew is another element.
    const section = document.getElementById(id);
    if (!section) return;
    const { top, bottom } = section.getBoundingClientRect();
    if (top > innerHeight / 2 || bottom < innerHeight / 4) section.scrollIntoView({ behavior: "instant" });
  }, SETTLED_MS);
}
