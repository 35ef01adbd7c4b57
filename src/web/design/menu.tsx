import { Check } from "lucide-react";
import { createContext, useContext, useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";

interface MenuProps {
  /** The accessible name of the button; what it shows is `trigger`. */
  label: string;
  trigger: ReactNode;
  triggerClass: string;
  align: "left" | "right";
  children: ReactNode;
}

const CloseMenu = createContext<() => void>(() => {});

/**
 * A button with a list of actions under it. Enter, Space and the arrows open it; arrows, Home, End and first letters
 * move; Escape, Tab and a press elsewhere close it, and the focus goes back to the button.
 */
export function Menu({ label, trigger, triggerClass, align, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    keepOnPage(list.current);
    itemsOf(list.current)[0]?.focus();
    const elsewhere = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [open]);

  function close() {
    button.current?.focus();
    setOpen(false);
  }

  function onListKey(event: KeyboardEvent<HTMLDivElement>) {
    const items = itemsOf(list.current);
    const to = destination(event.key, items, items.indexOf(document.activeElement as HTMLElement));
    if (event.key === "Tab" || event.key === "Escape") close();
    if (event.key === "Escape" || to) event.preventDefault();
    to?.focus();
  }

  return (
    <div className="menu" ref={root}>
      <button
        ref={button}
        type="button"
        className={triggerClass}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {trigger}
      </button>
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          className="menu-list"
          data-align={align}
          onKeyDown={onListKey}
        >
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </div>
  );
}

/** Opens to the other side where it would leave the page, as a button does that moved to the left on a phone. */
function keepOnPage(list: HTMLElement | null): void {
  if (!list) return;
  const { left, right } = list.getBoundingClientRect();
  if (left < 0) list.dataset["align"] = "left";
  else if (right > document.documentElement.clientWidth) list.dataset["align"] = "right";
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

function destination(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items[(at - 1 + items.length) % items.length];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

interface MenuItemProps {
  /** The focus is back on the menu's button when this runs, so a dialog it opens returns it there. */
  onSelect?: () => void;
  to?: string;
  /** For one of a set, such as the theme: whether it is the chosen one. */
  checked?: boolean;
  children: ReactNode;
}

/** An action, or a link when it has `to`. */
export function MenuItem({ onSelect, to, checked, children }: MenuItemProps) {
  const close = useContext(CloseMenu);
  const role = checked === undefined ? "menuitem" : "menuitemradio";
  function select() {
    close();
    onSelect?.();
  }
  const shared = { role, tabIndex: -1, className: "menu-item", onClick: select, "aria-checked": checked } as const;
  if (to !== undefined) {
    return (
      <Link to={to} {...shared}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" {...shared}>
      {children}
      {checked && <Icon of={Check} size={14} />}
    </button>
  );
}

/** A line between groups of items. */
export function MenuRule() {
  return <div className="menu-rule" role="separator" />;
}

/** What the items below have in common. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <div className="menu-heading" aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}
