import { X } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ToastRegion } from "./toast-region.tsx";

interface DialogProps {
  title: string;
  /** Without it the dialog cannot be dismissed: not by Escape, not by a button. */
  onClose?: (() => void) | undefined;
  width?: "regular" | "wide";
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it traps the focus, closes on Escape, makes the page behind it inert and gives the
 * focus back, all without injecting styles, which our content security policy would refuse. Mounting it opens it.
 */
export function Dialog({ title, onClose, width = "regular", children }: DialogProps) {
  const titleId = useId();
  const ref = useModal(onClose);
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

interface BareDialogProps {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/** The same modal without a sheet of its own: what it looks like is its class; pressing beside it closes it, too. */
export function BareDialog({ label, className, onClose, children }: BareDialogProps) {
  const ref = useModal(onClose);
  return (
    <dialog
      ref={ref}
      className={className}
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

/** The sidebar of a phone, from the left edge. */
export function Drawer({ label, onClose, children }: Omit<BareDialogProps, "className">) {
  return (
    <BareDialog className="drawer" label={label} onClose={onClose}>
      {children}
    </BareDialog>
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
      close.current?.();
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

/** What a dialog was opened by may be gone with what it did, such as a row that was removed; then the page is gone on with. */
function focusPageIfLost() {
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
