import { Search } from "lucide-react";
import { Suspense, lazy, useEffect, useState } from "react";
import { Icon } from "#web/design/icon.tsx";
import type { CommandContext } from "./commands.ts";
import "./palette.css";

const load = () => import("./palette.tsx");
const Palette = lazy(load);

/** Opens the command palette; so does Ctrl or ⌘ with K, from anywhere but inside another dialog. */
export function PaletteButton(props: Omit<CommandContext, "debug"> & { personId: string }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      const inDialog = document.querySelector("dialog[open]:not(.palette)") !== null;
      setOpen((before) => !before && !inDialog);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void load().catch(() => {})}
      >
        <Icon of={Search} />
        <span>Search</span>
        <kbd data-keys={shortcut()} />
      </button>
      {open && (
        <Suspense>
          <Palette {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function shortcut(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
}
