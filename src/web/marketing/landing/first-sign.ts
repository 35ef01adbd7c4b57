const signs = ["pointermove", "pointerdown", "click", "keydown", "wheel", "scroll", "focusin"] as const;

let pressed: HTMLElement | undefined;
const listening = new AbortController();

/**
 * Resolves as soon as anyone does anything with the page, and at once where somebody has come to a place within it. A
 * button that is pressed before its code is there is remembered.
 */
export async function firstSign(): Promise<void> {
  if (scrollY > 0 || location.hash !== "") return;
  // On the way down: React stops a press on what it has not taken over yet.
  addEventListener("click", remember, { signal: listening.signal, capture: true });
  await new Promise<void>((resolve) => {
    const heard = new AbortController();
    function hear() {
      heard.abort();
      resolve();
    }
    for (const sign of signs) addEventListener(sign, hear, { signal: heard.signal, passive: true });
  });
}

function remember({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest("button") : undefined;
  if (button && button.type !== "submit") pressed = button;
}

/** Presses what was pressed too early. To be called when the code is there. */
export function pressAgain(): void {
  listening.abort();
  pressed?.click();
  pressed = undefined;
}
