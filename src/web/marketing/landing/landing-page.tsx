import stix from "#web/design/fonts/stix-two-text.woff2?url";
import { Suspense, lazy, useState } from "react";
import type { ComponentType } from "react";
import type { LinksFunction } from "react-router";
import { useHydrated } from "#web/design/use-hydrated.ts";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { firstSign } from "./first-sign.ts";
import "./hero.css";
import "./landing.css";
import "./crosswalk.css";
import "./landing-end.css";

export const meta = () => pageMeta("/");

// The largest words of the page stand in it; Archivo is preloaded by every page.
export const links: LinksFunction = () => [
  { rel: "preload", href: stix, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

// The page is a file with all its words and links in it, and the file says nothing that scripts would have to add. So
// the code that makes its exhibits and questions work comes at the first sign of someone there to use them.
const Sections: ComponentType<{ fromElsewhere?: boolean }> = import.meta.env.SSR
  ? (await import("./sections.tsx")).Sections
  : lazy(async () => {
      const fromFile = document.querySelector("#features") !== null;
      if (fromFile) await firstSign();
      try {
        return { default: (await import("./sections.tsx")).Sections };
      } catch (error) {
        if (!fromFile) throw error;
        // The file still reads, once nothing in it is folded away; a message about its scripts in its place would not.
        document.documentElement.removeAttribute("data-scripts");
        return await new Promise<never>(() => {});
      }
    });

/** The landing page. What the file holds stays in place until its code is there: a boundary of its own keeps it. */
export default function LandingPage() {
  const hydrated = useHydrated();
  // Made once: a boundary whose element is another one gives up what the file held.
  const [page] = useState(() =>
    hydrated ? (
      <Sections fromElsewhere />
    ) : (
      <Suspense>
        <Sections />
      </Suspense>
    ),
  );
  return page;
}
