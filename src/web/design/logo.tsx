import { Link } from "react-router";

/** The mark alone: the letter E cut as an index card. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path fill="currentColor" d="M3 3h4.5v26H3zM9.5 3H24v4H12v18h12v4H9.5z" />
      <path fill="var(--signature-ink)" d="M12 12.5h15.5L30 15v2l-2.5 2.5H12z" />
    </svg>
  );
}

/** Mark and name as a link named `Exhibit`. */
export function Logo({ to = "/" }: { to?: string }) {
  return (
    <Link className="brand" to={to}>
      <LogoMark />
      <span>Exhibit</span>
    </Link>
  );
}
