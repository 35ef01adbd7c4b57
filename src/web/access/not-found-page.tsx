import { publicTexts } from "#catalog/public-texts.ts";
import { ButtonLink } from "#web/design/button.tsx";

/** What stands in the page for an address that leads nowhere; also what the router shows for a 404 of its own. */
export function NotFound() {
  return (
    <div className="site-wrap sheet site-alone">
      <section className="part">
        <div className="part-number" />
        <div className="part-body">
          <p className="site-code">{publicTexts.notFound.code}</p>
          <h1 className="title-part">{publicTexts.notFound.title}</h1>
          <p className="lede">{publicTexts.notFound.message}</p>
          <div className="calls">
            <ButtonLink kind="primary" size="large" to="/">
              {publicTexts.notFound.home}
            </ButtonLink>
          </div>
        </div>
      </section>
    </div>
  );
}
