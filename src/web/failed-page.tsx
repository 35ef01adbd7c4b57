import { isRouteErrorResponse, useRouteError } from "react-router";
import { publicTexts } from "#catalog/public-texts.ts";
import { NotFound } from "#web/access/not-found-page.tsx";
import { ButtonLink } from "#web/design/button.tsx";
import { Logo } from "#web/design/logo.tsx";
import { useTitle } from "#web/design/use-title.ts";

/** What is left when a page fails. Home is loaded anew: what failed may have left anything behind. */
export function FailedPage() {
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
