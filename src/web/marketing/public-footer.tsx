import { Link } from "react-router";
import { Logo } from "#web/design/logo.tsx";

const links = [
  { to: "/pricing", label: "Pricing" },
  { to: "/privacy", label: "Privacy" },
  { to: "/terms", label: "Terms" },
  { to: "/contact", label: "Contact" },
  { to: "/promises", label: "How we keep our promises" },
] as const;

/** The foot of every public page. */
export function PublicFooter() {
  return (
    <footer className="site-wrap">
      <div className="oxford-rule" />
      <div className="site-foot">
        <div>
          <Logo />
          <p className="quiet">Get audit-ready and legally protected without the headache.</p>
          <p className="faint">© 2025 Exhibit</p>
        </div>
        <nav aria-label="Footer">
          {links.map(({ to, label }) => (
            <Link key={to} className="link link-alone" to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
