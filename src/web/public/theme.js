// Runs before the first paint, so that no wrong theme flashes: a plain file, which the server puts into the pages under its hash.
(() => {
  // A file of the workspace's first load that did not arrive is asked for once more, with the page.
  const lost = ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || !target.src.includes("/assets/workspace-")) return;
    if (performance.getEntriesByType("navigation")[0]?.type !== "reload") return location.reload();
    const opening = document.querySelector(".opening p");
    if (opening) opening.textContent = "Exhibit could not be opened. Reload the page.";
  };
  addEventListener("error", lost, { capture: true });

  // What only scripts can open again is folded away only where scripts run.
  // A page that the server wrote (data-plain) has this script and no other.
  const plain = document.currentScript?.hasAttribute("data-plain");
  document.documentElement.toggleAttribute("data-scripts", !plain);
  document.documentElement.toggleAttribute("data-passkeys", "PublicKeyCredential" in window);
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem("theme");
    } catch {
      // Storage may be closed to us; then the system decides.
    }
    const dark = choice === "dark" || (choice !== "light" && system.matches);
    document.documentElement.classList.toggle("dark", dark);
  };
  apply();
  try {
    document.documentElement.toggleAttribute("data-signed-in", localStorage.getItem("presence") === "in");
  } catch {
    // The page then learns it from the server.
  }
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("themechange", apply);

  // A page may be used before its code has arrived (landing/first-sign.ts). The first sign of it is kept.
  for (const sign of ["pointermove", "pointerdown", "click", "keydown", "wheel", "scroll", "focusin"])
    addEventListener(sign, () => dispatchEvent(new Event("firstsign")), { once: true, passive: true });
  addEventListener("firstsign", () => document.documentElement.toggleAttribute("data-in-use", true), { once: true });

  // A button that is pressed too early is pressed again when its place says that it is ready. The bar is ready before the
  // sections of the landing page are, so each has an event of its own.
  const pressAgain = (place, ready) => {
    let button, press;
    const remember = (event) => {
      const pressed = event.target instanceof Element && event.target.closest(`${place} button[type=button]`);
      if (pressed) [button, press] = [pressed, event];
    };
    addEventListener("click", remember, { capture: true });
    addEventListener(
      ready,
      () => {
        removeEventListener("click", remember, { capture: true });
        // A press that is still on its way made its place ready, and is answered there.
        if (press?.eventPhase === Event.NONE) setTimeout(() => button.isConnected && button.click());
      },
      { once: true },
    );
  };
  pressAgain(".site-top", "barready");
  pressAgain("#main", "mainready");
})();
