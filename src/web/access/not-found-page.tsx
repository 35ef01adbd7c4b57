import { ButtonLink } from "#web/design/button.tsx";

/** What stands in the page for an address that leads nowhere; also what the router shows for a 404 of its own. */
export function NotFound() {
  return (
    <div className="site-wrap sheet site-alone">
      <section className="part">
        <div className="part-number" />
        <div className="part-body">
          <p className="site-code">404</p>
          <h1 className="title-part">Page Not Found</h1>
          <p className="lede">Oops! The page you're looking for doesn't exist or has been moved.</p>
          <div className="calls">
            <ButtonLink kind="primary" size="large" to="/">
              Return to Home
            </ButtonLink>
          </div>
        </div>
      </section>
    </div>
  );
}
