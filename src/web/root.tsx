import archivo from "./design/fonts/archivo.woff2?url";
import stix from "./design/fonts/stix-two-text.woff2?url";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { LinksFunction, MetaFunction } from "react-router";
import { ToastRegion } from "#web/design/toast-region.tsx";
import styles from "#web/design/styles/index.css?url";

const endOfPage = "end-of-page";

export const links: LinksFunction = () => [
  ...[archivo, stix].map(
    (href) => ({ rel: "preload", href, as: "font", type: "font/woff2", crossOrigin: "anonymous" }) as const,
  ),
  // Half a page is not drawn: what stands at the right or in the middle would move as the rest of it comes.
  { rel: "expect", href: `#${endOfPage}`, blocking: "render" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export const meta: MetaFunction = () => [{ title: "Exhibit" }];

let scriptsRan = false;

/**
 * The document. theme.js runs before the first paint; the server puts it, and the styles, into the page (src/server/http/first-paint.ts).
 *
 * When a page fails, the router mounts this a second time. The scripts have run by then, and making them again is what
 * Trusted Types would refuse, leaving a blank page; the new <html> only has to be told its theme again.
 */
export function Layout({ children }: { children: ReactNode }) {
  const [first] = useState(!scriptsRan);
  useEffect(() => {
    scriptsRan = true;
    if (!first) dispatchEvent(new Event("themechange"));
  }, [first]);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {first && <script src="/theme.js" />}
        <Links />
      </head>
      <body>
        {children}
        <span id={endOfPage} hidden />
        {first && <ScrollRestoration />}
        {first && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <Outlet />
      <ToastRegion />
    </>
  );
}

export { FailedPage as ErrorBoundary } from "./failed-page.tsx";
export { Opening as HydrateFallback } from "./opening.tsx";
