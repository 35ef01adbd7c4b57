import { publicTexts } from "#catalog/public-texts.ts";
import { Menu, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { Logo } from "#web/design/logo.tsx";
import { useToldPresence } from "#web/presence.ts";
import { SectionButton } from "./section-button.tsx";

const { bar } = publicTexts;
const menuId = "site-menu";

/**
 * The bar over every public page. Whether someone is signed in is known a moment late, so both pairs of links are in
 * the page, on the same spot, and the attribute that presence.ts puts on the document decides which pair is there.
 */
export function PublicNavigation() {
  useToldPresence();
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      document.getElementById(`${menuId}-button`)?.focus();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [open]);
  return (
    <header className="site-top">
      <nav className="site-wrap site-bar" aria-label="Top">
        <Logo />
        <span className="site-phone">
          <Ways primary />
        </span>
        <Button
          id={`${menuId}-button`}
          className="site-menu-button"
          kind="quiet"
          icon={open ? X : Menu}
          iconOnly
          aria-expanded={open}
          aria-controls={menuId}
          onClick={() => setOpen(!open)}
        >
          Menu
        </Button>
        <div id={menuId} className="site-menu" data-open={open || undefined}>
          <SectionButton section="features">{bar.features}</SectionButton>
          <SectionButton section="how-it-works">{bar.howItWorks}</SectionButton>
          <SectionButton section="faq">{bar.faq}</SectionButton>
          <ButtonLink kind="quiet" to="/pricing">
            Pricing
          </ButtonLink>
          <span className="site-gap" />
          <Ways />
          <span className="site-desktop">
            <Ways primary />
          </span>
        </div>
      </nav>
    </header>
  );
}

/** One spot for two links: what a visitor needs, and what someone who is signed in needs. */
function Ways({ primary }: { primary?: boolean }) {
  const kind = primary ? "primary" : "quiet";
  const [visitor, member] = primary
    ? ([
        { to: "/request-access", label: bar.requestAccess },
        { to: "/dashboard", label: bar.dashboard },
      ] as const)
    : ([
        { to: "/login", label: bar.signIn },
        { to: "/logout", label: bar.logout },
      ] as const);
  return (
    <span className="site-ways">
      <span data-for="visitor">
        <ButtonLink kind={kind} to={visitor.to}>
          {visitor.label}
        </ButtonLink>
      </span>
      <span data-for="member">
        <ButtonLink kind={kind} to={member.to}>
          {member.label}
        </ButtonLink>
      </span>
    </span>
  );
}
