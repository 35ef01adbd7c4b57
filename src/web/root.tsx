import { publicTexts } from "#catalog/public-texts.ts";
import archivo from "./design/fonts/archivo.woff2?url";
import stix from "./design/fonts/stix-two-text.woff2?url";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, isRouteErrorResponse, useRouteError } from "react-router";
import type { LinksFunction, MetaFunction } from "react-router";
import { ButtonLink } from "#web/design/button.tsx";
import { Logo } from "#web/design/logo.tsx";
import { ToastRegion } from "#web/design/toast-region.tsx";
import { useTitle } from "#web/design/use-title.ts";
import styles from "#web/design/styles/index.css?url";
import { NotFound } from "#web/access/not-found-page.tsx";

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
 * The document. theme.js is a file, not an inline script, and runs before the first paint.
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

/** What the empty shell of the workspace shows until its code is there. */
export function HydrateFallback() {
  return (
    <div className="opening" aria-busy="true">
      <p className="skeleton faint">Opening Exhibit</p>
    </div>
  );
}

/** What is left when a page fails. Home is loaded anew: what failed may have left anything behind. */
export function ErrorBoundary() {
  const error = useRouteError();
  useTitle(publicTexts.failed.title);
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="site">
      <header className="site-top">
        <div className="site-wrap site-bar">
          <Logo />
        </div>
      </header>
      <main className="site-main">{missing ? <NotFound /> : <Failed error={error} />}</main>
    </div>
  );
}

function Failed({ error }: { error: unknown }) {
  return (
    <div className="site-wrap sheet site-alone">
      <section className="part">
        <div className="part-number" />
        <div className="part-body">
          <h1 className="title-part">{publicTexts.failed.title}</h1>
          <p className="lede">
            The page could not be shown. Your data is safe. Reload the page or go back to the start.
          </p>
          {error instanceof Error && <p className="mono above-12 faint">{error.message}</p>}
          <div className="calls">
            <ButtonLink kind="primary" size="large" to="/" reloadDocument>
              Return to Home
            </ButtonLink>
          </div>
        </div>
      </section>
    </div>
  );
}
