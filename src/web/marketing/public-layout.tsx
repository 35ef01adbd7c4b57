import { useEffect } from "react";
import { Outlet } from "react-router";
import { PublicFooter } from "./public-footer.tsx";
import { PublicNavigation } from "./public-navigation.tsx";

/** What every public page has around it. The page itself is what stands in `<main>`. */
export default function PublicLayout() {
  // What was pressed in the bar before it worked is pressed again (public/theme.js), once the bar itself has settled.
  useEffect(() => void dispatchEvent(new Event("barready")), []);
  return (
    <div className="site">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <PublicNavigation />
      <main id="main" tabIndex={-1} className="site-main">
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
