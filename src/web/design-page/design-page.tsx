import { useEffect } from "react";
import type { ReactNode } from "react";
import { Segmented } from "#web/design/tabs.tsx";
import { useTheme } from "#web/design/theme.ts";
import { useTitle } from "#web/design/use-title.ts";
import { ToastRegion } from "#web/design/toast-region.tsx";
import { Buttons } from "./buttons.tsx";
import { Choices } from "./choices.tsx";
import { Evidence } from "./evidence.tsx";
import { Fields } from "./fields.tsx";
import { Findings } from "./findings.tsx";
import { Overlays } from "./overlays.tsx";
import { PageParts } from "./page-parts.tsx";
import { Panels } from "./panels.tsx";
import { Registers } from "./registers.tsx";
import { States } from "./states.tsx";
import { showStates } from "./show-states.ts";
import { TabsAndMenus } from "./tabs-and-menus.tsx";
import "./design-page.css";

const parts: readonly { readonly title: string; readonly show: () => ReactNode }[] = [
  { title: "Buttons and links", show: Buttons },
  { title: "Fields", show: Fields },
  { title: "Choices", show: Choices },
  { title: "Tabs and menus", show: TabsAndMenus },
  { title: "Findings", show: Findings },
  { title: "Evidence", show: Evidence },
  { title: "Registers", show: Registers },
  { title: "Parts of a page", show: PageParts },
  { title: "Panels", show: Panels },
  { title: "States of what is fetched", show: States },
  { title: "Overlays", show: Overlays },
];

const idOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

/** Whether the rules have been given their twins: a second time would show nothing new. */
let shown = false;

/**
 * Every component of src/web/design in every state, for the people who make pages and for the test that looks at it
 * (tests/long/journeys/components-look-right.spec.ts). An exported component that is missing here fails design-page.test.tsx.
 */
export default function DesignPage() {
  useTitle("Components");
  const [theme, setTheme] = useTheme();
  useEffect(() => {
    if (!shown) showStates(document.styleSheets);
    shown = true;
    // A panel takes the focus when it is mounted, and the page would begin at it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (!location.hash) scrollTo(0, 0);
  }, []);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <main id="main" tabIndex={-1} className="design-page">
        <div className="page-head">
          <div className="narrows">
            <h1 className="title-page">Components</h1>
            <p className="page-sub">Every component, in every state.</p>
          </div>
          <Segmented
            label="Theme"
            options={[
              { key: "system", label: "System" },
              { key: "light", label: "Light" },
              { key: "dark", label: "Dark" },
            ]}
            chosen={theme}
            onChoose={setTheme}
          />
        </div>
        <div className="oxford-rule" />
        <nav className="design-contents" aria-label="Contents">
          <ul>
            {parts.map(({ title }) => (
              <li key={title}>
                <a className="link link-alone" href={`#${idOf(title)}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {parts.map(({ title, show: Part }) => (
          <section key={title} className="design-part" id={idOf(title)}>
            <h2 className="title-card below-12">{title}</h2>
            <Part />
          </section>
        ))}
      </main>
      <ToastRegion />
    </>
  );
}
