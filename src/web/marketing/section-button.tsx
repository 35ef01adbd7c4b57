import { useLocation, useNavigate } from "react-router";
import type { FormEvent } from "react";
import { showSection } from "#web/show-section.ts";

/**
 * A button that leads to a section of the landing page and puts its name into the address. It is the button of a form
 * that asks for that address, so it leads there before scripts run, too.
 */
export function SectionButton({ section, children }: { section: string; children: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  function lead(event: FormEvent) {
    event.preventDefault();
    const here = pathname === "/";
    void navigate({ pathname: "/", hash: section }, { preventScrollReset: here });
    // Not after the navigation: on the landing page that ends only when its code is there.
    if (here) showSection(section);
  }
  return (
    <form action={`/#${section}`} onSubmit={lead}>
      <button className="button" data-kind="quiet">
        <span className="button-texts">{children}</span>
      </button>
    </form>
  );
}
