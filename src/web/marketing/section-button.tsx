import { useLocation, useNavigate } from "react-router";
import type { FormEvent } from "react";
import { showSection } from "#web/show-section.ts";
import { sectionsWork } from "./landing/first-sign.ts";

/** The section that was asked for last: an address that had to wait is not for one before it. */
let asked: string | undefined;

/**
 * A button that leads to a section of the landing page and puts its name into the address. It is the button of a form
 * that asks for that address, so it leads there before scripts run, too.
 */
export function SectionButton({ section, children }: { section: string; children: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  async function lead(event: FormEvent) {
    event.preventDefault();
    if (pathname !== "/") return void navigate({ pathname: "/", hash: section });
    showSection(section);
    // An address that changed while the sections are still the file's would make React give them up for an empty page.
    asked = section;
    await sectionsWork;
    if (asked !== section || location.pathname !== "/") return;
    asked = undefined;
    await navigate({ pathname: "/", hash: section }, { preventScrollReset: true });
  }
  return (
    <form action={`/#${section}`} onSubmit={(event) => void lead(event)}>
      <button className="button" data-kind="quiet">
        <span className="button-texts">{children}</span>
      </button>
    </form>
  );
}
