import { X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import type { KeyboardEvent as KeyPress, ReactNode } from "react";
import { afterPaint } from "../after-paint.ts";
import { Button } from "./button.tsx";
import { ToastRegion } from "./toast-region.tsx";

interface DialogProps {
  title: string;
  /** Without it the dialog cannot be dismissed: not by Escape, not by a button. */
  onClose?: (() => void) | undefined;
  width?: "regular" | "wide";
  /** Out of sight while what it did is sent, which the page shows already; it comes back if that takes long. */
  away?: boolean | undefined;
  children: ReactNode;
}

/** For so long the page may answer no key before somebody doubts that it works. */
const AWAY_MS = 1_000;

/**
 * The browser's own modal dialog: it traps the focus, closes on Escape, makes the page behind it inert and gives the
 * focus back, all without injecting styles, which our content security policy would refuse. Mounting it opens it.
 */
export function Dialog({ title, onClose, width = "regular", away = false, children }: DialogProps) {
  const titleId = useId();
  const ref = useModal(onClose);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !away) return;
    const had = document.activeElement;
    dialog.dataset["left"] = "";
    const comeBack = () => {
      delete dialog.dataset["left"];
      const wrong = dialog.querySelector<HTMLElement>("[aria-invalid=true]");
      if (dialog.open) (wrong ?? (had as HTMLElement | null))?.focus();
    };
    const late = setTimeout(comeBack, AWAY_MS);
    return () => {
      clearTimeout(late);
      comeBack();
    };
  }, [away, ref]);
  return (
    <dialog ref={ref} className="dialog" data-width={width} aria-labelledby={titleId}>
      <div className="dialog-sheet">
        {/* No header and footer elements: a dialog opened from outside of main would make them landmarks of the page. */}
        <div className="dialog-head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {onClose && (
            <Button kind="quiet" icon={X} iconOnly onClick={onClose}>
              Close
            </Button>
          )}
        </div>
        {children}
      </div>
      <ToastRegion />
    </dialog>
  );
}

/** What scrolls when the dialog is taller than the screen. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="dialog-body">{children}</div>;
}

/** The dialog's actions, always in sight; the last one is the one it is for. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}

interface FieldDialogProps {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog of one field, above everything, such as the palette. It keeps the focus itself instead of making the page behind it inert: for
 * that, and for the way back, the browser makes the styles of the whole page anew, longer than a key may take. Its element covers the
 * page, so that a press beside what it shows closes it and reaches nothing behind.
 */
export function FieldDialog({ label, className, onClose, children }: FieldDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    const toggled = (event: Event) => (event as ToggleEvent).newState === "closed" && close();
    // A part of the page that arrives meanwhile may want the focus, such as the title of a panel; inert, it could not.
    const keep = ({ target }: FocusEvent) => {
      if (dialog.matches(":popover-open") && !dialog.contains(target as Node)) focusFirstField(dialog);
    };
    dialog.show();
    dialog.showPopover();
    focusFirstField(dialog);
    dialog.addEventListener("beforetoggle", toggled);
    document.addEventListener("focusin", keep);
    return () => {
      dialog.removeEventListener("beforetoggle", toggled);
      document.removeEventListener("focusin", keep);
      if (dialog.matches(":popover-open")) dialog.hidePopover();
      dialog.close();
      // The browser knows whom to return the focus to only where nothing else had it meanwhile.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
        focusPageIfLost();
      });
    };
  }, []);
  return (
    <dialog
      ref={ref}
      popover="auto"
      className="field-dialog"
      aria-modal="true"
      aria-label={label}
      onKeyDown={keepFocus}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={className}>{children}</div>
      <ToastRegion />
    </dialog>
  );
}

/** From the last thing that takes the focus to the first, and back. */
function keepFocus(event: KeyPress<HTMLElement>) {
  if (event.key !== "Tab") return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("a[href], button:enabled, input:enabled")];
  const seen = all.filter((element) => element.checkVisibility() && element.tabIndex >= 0);
  const [from, to] = event.shiftKey ? [seen[0], seen.at(-1)] : [seen.at(-1), seen[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** The sidebar of a phone, from the left edge; pressing beside it closes it, too. */
export function Drawer({ label, onClose, children }: Omit<FieldDialogProps, "className">) {
  const ref = useModal(onClose);
  return (
    <dialog
      ref={ref}
      className="drawer"
      aria-label={label}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
      <ToastRegion />
    </dialog>
  );
}

function useModal(onClose: (() => void) | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  const dismissable = Boolean(onClose);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (!dialog.open) dialog.showModal();
    focusFirstField(dialog);
    // Closing before React removes the element is what makes the browser return the focus.
    return () => {
      dialog.close();
      requestAnimationFrame(focusPageIfLost);
    };
  }, []);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const refuse = (event: Event) => event.preventDefault();
    const cancelled = (event: Event) => {
      event.preventDefault();
      if (!close.current) return;
      // The key's paint shows the page without it; what closing costs, the styles of the page that is no longer inert, comes behind, or before
      // the next key, which is the page's.
      dialog.dataset["left"] = "";
      const leave = () => {
        removeEventListener("keydown", leave, true);
        if (!dialog.open) return;
        dialog.close();
        close.current?.();
      };
      addEventListener("keydown", leave, true);
      void afterPaint().then(leave);
    };
    // A second Escape closes a dialog even when `cancel` is prevented; the key itself is what has to be stopped.
    const key = (event: KeyboardEvent) => event.key === "Escape" && refuse(event);
    dialog.addEventListener("cancel", cancelled);
    if (!dismissable) dialog.addEventListener("keydown", key);
    return () => {
      dialog.removeEventListener("cancel", cancelled);
      dialog.removeEventListener("keydown", key);
    };
  }, [dismissable]);
  return ref;
}

/** What had the focus may be gone with what it did, such as a row that was removed; then the page is gone on with. */
export function focusPageIfLost(): void {
  if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * The browser focuses the first thing that can be focused, which here would be Close; a form begins at its field. What stands before
 * a field is there to be read first: where the field is out of sight, the dialog begins at its title.
 */
function focusFirstField(dialog: HTMLDialogElement) {
  const field = dialog.querySelector<HTMLElement>(
    ":is(input:not([type=hidden], :disabled), select, textarea), .dialog-foot .button",
  );
  const body = field?.closest(".dialog-body");
  const hidden = field && body && field.getBoundingClientRect().bottom > body.getBoundingClientRect().bottom;
  (hidden ? dialog.querySelector<HTMLElement>(".dialog-head > h2") : field)?.focus();
}
