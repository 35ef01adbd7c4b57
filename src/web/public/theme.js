// Runs before the first paint, so it is a plain file of its own: no flash of the wrong theme, no inline script.
(() => {
  // What only scripts can open again is folded away only where scripts run.
  // A page that the server wrote (data-plain) has this script and no other.
  const plain = document.currentScript?.hasAttribute("data-plain");
  document.documentElement.toggleAttribute("data-scripts", !plain);
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
})();
