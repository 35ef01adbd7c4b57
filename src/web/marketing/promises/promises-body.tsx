import { promises } from "#catalog/promises.ts";
import { Mark } from "#web/design/mark.tsx";
import { VerifierFiles } from "#web/verification/verifier-files.tsx";
import { NotThere } from "./not-there.tsx";
import { PromiseEntry } from "./promise-entry.tsx";
import { WaysToDecide } from "./ways-to-decide.tsx";

const kept = promises.filter(({ status }) => status === "kept").length;
const coming = promises.length - kept;

/** Each promise of the landing page, what the product does about it, and the test that shows it. */
export function PromisesBody() {
  return (
    <div className="site-wrap sheet">
      <section className="part">
        <div className="part-number" />
        <div className="part-body promises-head">
          <h1 className="title-part">How we keep our promises</h1>
          <p className="lede">
            These are the landing page's promises, word for word. For each, see what the product does today and the test
            that proves it. A further test fails if a named test is missing or the landing page changes its words.
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
            We publish it apart from bundles, because anyone who can change a bundle can also change a verifier inside
            it. Do not use the copy from a bundle you doubt. Compare the SHA-256 of the two files with the ones in our
            source README.
          </p>
          <VerifierFiles />
        </div>
      </section>
      <section className="part" aria-labelledby="deciding">
        <div className="part-number" />
        <div className="part-body">
          <h2 className="title-card" id="deciding">
            What decides each control
          </h2>
          <WaysToDecide />
        </div>
      </section>
      <NotThere />
      <ol className="promises">
        {promises.map((promise, at) => (
          <PromiseEntry key={promise.sentence} promise={promise} number={at + 1} />
        ))}
      </ol>
    </div>
  );
}
