import { Search } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { can } from "#domain/access.ts";
import { Icon } from "#web/design/icon.tsx";
import { lazily } from "#web/lazily.tsx";
import type { CommandContext } from "./commands.ts";
import { typedAhead } from "./typed-ahead.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import "./palette.css";

const load = () => import("./palette.tsx");
const Palette = lazily(load);
const ShortcutSheet = lazily(() => import("./shortcut-sheet.tsx"));

type PaletteButtonProps = Omit<CommandContext, "debug" | "showShortcuts"> & { personId: string };

/** What the palette begins with: everything, one of its commands, or files that were pasted. */
export type PaletteStart = "everything" | { readonly command: string } | { readonly files: readonly File[] };

/** Opens the command palette; so do keys, from anywhere but inside another dialog. */
export function PaletteButton(props: PaletteButtonProps) {
  const [open, setOpen] = useState<PaletteStart | "shortcuts">();
  const mayFile = can(props.company.role, "evidence.file");
  useShortcuts({
    toggle: () => setOpen((before) => (before ? undefined : "everything")),
    open: setOpen,
    pasted: mayFile ? (files) => setOpen({ files }) : undefined,
  });
  const close = () => {
    typedAhead.take();
    setOpen(undefined);
  };
  const context = { ...props, showShortcuts: () => setOpen("shortcuts") };
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen("everything")}
        onPointerEnter={() => void load().catch(() => {})}
      >
        <Icon of={Search} />
        <span>Search</span>
        <kbd data-keys={shortcut()} />
      </button>
      {open === "shortcuts" && createPortal(<ShortcutSheet context={context} onClose={close} />, document.body)}
      {open && open !== "shortcuts" && <Palette {...context} start={open} onClose={close} />}
    </>
  );
}

function shortcut(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
}
