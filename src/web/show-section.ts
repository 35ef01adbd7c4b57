/** Scrolls to a section and lets reading go on from its heading, as following a link to it would. */
export function showSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: still ? "instant" : "smooth" });
  section.querySelector<HTMLElement>("h2[tabindex]")?.focus({ preventScroll: true });
  arrive(id);
}

/** A page is put together when it has kept its height for so long. */
const SETTLED_MS = 1_500;

/** A page that is still being put together moves under a scroll on its way, or ends it: then the rest is made up for. */
function arrive(id: string): void {
  const turned = new AbortController();
  const { signal } = turned;
  let waiting = setTimeout(settled, SETTLED_MS);
  // Told of the height once at the beginning, too.
  const heights = new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(settled, SETTLED_MS);
  });
  heights.observe(document.body);
  signal.addEventListener("abort", () => {
    heights.disconnect();
    clearTimeout(waiting);
  });
  // A person who scrolls has gone elsewhere.
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
    addEventListener(kind, () => turned.abort(), { signal, passive: true });

  function settled(): void {
    turned.abort();
    // Looked for again: a part of the page that was made anew is another element.
    const section = document.getElementById(id);
    if (!section) return;
    const { top } = section.getBoundingClientRect();
    const atTheEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    if (top < -1 || (top > innerHeight / 2 && !atTheEnd)) section.scrollIntoView({ behavior: "instant" });
  }
}
