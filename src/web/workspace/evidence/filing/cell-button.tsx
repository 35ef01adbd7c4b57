import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Icon } from "#web/design/icon.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import type { Cell } from "./use-table-keys.ts";

interface CellButtonProps {
  cell: Cell;
  /** What is changed, and of which file. */
  label: string;
  value: ReactNode;
  /** Said where nothing is chosen. */
  empty: string;
  name: string;
  isHeld: boolean;
  /** Closes with what has to be done, or with nothing. */
  editor: (close: (done?: () => void) => void) => ReactNode;
}

/** One part of a row: a button that opens what changes it. Escape, Tab and a press elsewhere leave it as it was. */
export function CellButton({ cell, label, value, empty, isHeld, editor }: CellButtonProps) {
  const [open, setOpen] = useState(false);
  // How often an editor was left for its button, which takes the focus again then.
  const [returns, setReturns] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [open]);
  useEffect(() => {
    if (returns > 0) button.current?.focus();
  }, [returns]);
  const close = (done?: () => void) => {
    done?.();
    setOpen(false);
    setReturns(returns + 1);
  };
  const isEmpty = value === "";
  return (
    <div className="filing-cell" ref={root}>
      <button
        ref={button}
        type="button"
        className="filing-value"
        data-cell={cell}
        data-empty={isEmpty || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-disabled={isHeld || undefined}
        onClick={() => !isHeld && setOpen(!open)}
      >
        <VisuallyHidden>{label}: </VisuallyHidden>
        <span className="filing-words">{isEmpty ? empty : value}</span>
        <Icon of={ChevronDown} size={13} />
      </button>
      {open && (
        <div
          className="filing-editor"
          data-editor
          role="dialog"
          aria-label={label}
          onKeyDown={(event) => {
            if (event.key !== "Escape" && event.key !== "Tab") return;
            event.preventDefault();
            close();
          }}
        >
          {editor(close)}
        </div>
      )}
    </div>
  );
}
