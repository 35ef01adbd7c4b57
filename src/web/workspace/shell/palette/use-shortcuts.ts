import { useEffect, useEffectEvent } from "react";
import { filesOf } from "../../evidence/pasted-files.ts";
import type { PaletteStart } from "./palette-button.tsx";
import { singleKeys, singleKeysOn } from "./single-keys.ts";
import { typedAhead } from "./typed-ahead.ts";

interface Shortcuts {
  readonly toggle: () => void;
  readonly open: (start: PaletteStart | "shortcuts") => void;
  /** Files were pasted on a page that does nothing with them itself. */
  readonly pasted: ((files: readonly File[]) => void) | undefined;
}

/** Where a letter is text, or chooses something. */
const typed = "input, textarea, select, [contenteditable], [role=menu], [role=listbox]";
/** Pages that take pasted files themselves. */
const takesFiles = /\/evidence\/?$/;

/** The workspace's keys: Ctrl or ⌘ with K and with Enter, single keys, and files that are pasted. */
export function useShortcuts({ toggle, open, pasted }: Shortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing } = event;
    if (event.defaultPrevented || isComposing || altKey) return;
    const inDialog = document.querySelector("dialog[open]:not([popover])") !== null;
    if (ctrlKey || metaKey) {
      if (shiftKey) return;
      if (key === "Enter" && pressMain(event.target as Element)) event.preventDefault();
      if (key.toLowerCase() !== "k") return;
      event.preventDefault();
      // Where the palette is open, this closes it.
      if (!document.querySelector("dialog[open]")) typedAhead.begin();
      if (!inDialog) toggle();
      return;
    }
    const at = event.target as Element;
    // The key that ends the wait after Escape still comes from the dialog that it closed, and is the page's.
    const isTyped = at.closest?.(typed) && !at.closest("dialog:not([open])");
    if (document.querySelector("dialog[open]") || isTyped) return;
    if (typedAhead.keep(key)) return event.preventDefault();
    if (!singleKeysOn()) return;
    if (key === "?") open("shortcuts");
    else if (key === "/") {
      typedAhead.begin();
      open("everything");
    } else {
      const meant = shiftKey || event.repeat ? undefined : singleKeys.find((single) => single.key === key);
      if (!meant) return;
      typedAhead.begin();
      open({ command: meant.command });
    }
    event.preventDefault();
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData);
    if (!pasted || files.length === 0 || takesFiles.test(location.pathname)) return;
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    pasted(files);
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event);
    const pastedHere = (event: ClipboardEvent) => paste(event);
    addEventListener("keydown", pressed);
    addEventListener("paste", pastedHere);
    addEventListener("focusin", writeAhead);
    return () => {
      removeEventListener("focusin", writeAhead);
      removeEventListener("keydown", pressed);
      removeEventListener("paste", pastedHere);
    };
  }, []);
}

/** Fields that letters are typed into; a box is ticked, and a file chosen. */
const written = /^(text|email|search|url|tel|password)$/;

/** Puts what was typed while a dialog opened into its first field, as if it were typed there. */
function writeAhead({ target }: FocusEvent) {
  if (!typedAhead.isFor("dialog") || !(target as Element).closest?.("dialog[open]")) return;
  // The browser goes to the dialog's first button before the dialog goes to its field.
  queueMicrotask(() => {
    const { text, entered } = typedAhead.take();
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || !written.test(field.type) || text === "") return;
    field.value += text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
    if (entered) setTimeout(() => field.form?.requestSubmit());
  });
}

/**
 * Sends the form that somebody is in, or presses the main button of the part that has the focus. What cannot be taken back has no
 * such key: it is pressed.
 */
function pressMain(at: Element): boolean {
  const form = at.closest("form") ?? at.closest("dialog")?.querySelector("form");
  const button = form
    ? form.querySelector<HTMLElement>("button[type=submit]")
    : at.matches("li, section, [role=region]")
      ? at.querySelector<HTMLElement>("button[data-kind=primary]")
      : null;
  if (!button || button.dataset["kind"] === "danger") return false;
  button.click();
  return true;
}
