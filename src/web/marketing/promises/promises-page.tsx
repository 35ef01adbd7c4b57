import { promises } from "#catalog/promises.ts";
import { Mark } from "#web/design/mark.tsx";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { VerifierFiles } from "#web/verification/verifier-files.tsx";
import { PromiseEntry } from "./promise-entry.tsx";

export const meta = () => pageMeta("/promises");

const kept = promises.filter(({ status }) => status === "kept").length;
const coming = promises.length - kept;

/** Each promise of the landing page, what the product does about it, and the test that shows it. */
export default function PromisesPage() {
  return (
    <div className="site-wrap sheet">
      <section className="part">
        <div className="part-number" />
        <div className="part-body promises-head">
          <h1 className="title-part">How we keep our promises</h1>
          <p className="lede">
            These are the promises of the landing page, word for word. Beside each stands what the product does about it
            today, and the test that shows it. A test checks this page: it fails when a named test is gone, or when the
            landing page no longer says the words.
          </p>
          <p className="promises-count">
            <Mark finding="passing">{kept} kept</Mark>
            <Mark finding="needs evidence">{coming} coming</Mark>
          </p>
          <div className="ticks" role="img" aria-label={`${promises.length} promises: ${kept} kept, ${coming} coming`}>
            {promises.map(({ sentence, status }) => (
              <i key={sentence} data-finding={status === "kept" ? "passing" : "needs evidence"} />
            ))}
          </div>
        </div>
      </section>
      <section className="part" aria-labelledby="verifier">
        <div className="part-number" />
        <div className="part-body">
          <h2 className="title-card" id="verifier">
            The verifier of this version
          </h2>
          <p>
            It is served apart from bundles, for whoever could change a bundle could also change a verifier inside of
            it. Do not run the copy that lies in a bundle you doubt. These are the SHA-256 of the two files; the README
            of the source names the same.
          </p>
          <VerifierFiles />
        </div>
      </section>
      <ol className="promises">
        {promises.map((promise, at) => (
          <PromiseEntry key={promise.sentence} promise={promise} number={at + 1} />
        ))}
      </ol>
    </div>
  );
}
