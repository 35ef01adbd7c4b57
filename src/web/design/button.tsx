import type { LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";
import { useHydrated } from "./use-hydrated.ts";

interface Looks {
  kind?: "primary" | "secondary" | "quiet" | "danger";
  size?: "small" | "regular" | "large";
  icon?: LucideIcon;
  /** Shows the icon alone; `children` stays its accessible name. */
  iconOnly?: boolean;
  /** On a phone only the icon shows. */
  phoneIcon?: boolean;
  wide?: boolean;
  children: ReactNode;
}

interface ButtonProps extends Looks, Omit<ComponentProps<"button">, "children"> {
  /** What the button says while its work is under way, such as `Saving...`. */
  busy?: string | false | undefined;
  /** Its form can be sent by the browser itself, so it takes presses before the scripts run. */
  withoutScripts?: boolean;
}

function looks({ kind = "secondary", size = "regular", iconOnly, phoneIcon, wide }: Looks) {
  return {
    "data-kind": kind,
    "data-size": size,
    "data-icon-only": iconOnly || undefined,
    "data-phone-icon": phoneIcon || undefined,
    "data-wide": wide || undefined,
  };
}

/**
 * While busy, and while disabled, the button keeps its place, its size and the focus: it says so (`aria-disabled`) and
 * ignores presses, Enter in its form included.
 */
export function Button(props: ButtonProps) {
  const { kind, size, icon, iconOnly, phoneIcon, wide, children, busy, disabled, onClick, className, ...others } =
    props;
  const { withoutScripts, ...rest } = others;
  const off = disabled || Boolean(busy);
  const hydrated = useHydrated();
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (off) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      {...looks(props)}
      className={className ? `button ${className}` : "button"}
      disabled={rest.type === "submit" && !hydrated && !withoutScripts}
      aria-disabled={off || undefined}
      aria-label={iconOnly && typeof children === "string" ? children : rest["aria-label"]}
      onClick={press}
    >
      {icon && <Icon of={icon} />}
      {!iconOnly && <ButtonTexts busy={busy}>{children}</ButtonTexts>}
    </button>
  );
}

function ButtonTexts({ busy, children }: { busy: string | false | undefined; children: ReactNode }) {
  return (
    <span className="button-texts">
      <span data-off={busy ? true : undefined}>{children}</span>
      {busy && <span>{busy}</span>}
    </span>
  );
}

/** A link that looks like a button, because pressing it goes somewhere. */
export function ButtonLink(props: Omit<Looks, "iconOnly"> & Omit<ComponentProps<typeof Link>, "children">) {
  const { kind, size, icon, phoneIcon, wide, children, ...rest } = props;
  return (
    <Link {...rest} {...looks(props)} className="button">
      {icon && <Icon of={icon} />}
      <span className="button-texts">{children}</span>
    </Link>
  );
}
