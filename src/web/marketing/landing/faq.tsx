import { publicTexts } from "#catalog/public-texts.ts";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { faqItems } from "#catalog/faq.ts";
import { isComing } from "#catalog/capabilities/index.ts";
import { Mark } from "#web/design/mark.tsx";
import { Part, PartTitle } from "#web/marketing/part.tsx";

/**
 * The questions, one open at a time. An open one is in the address, so that it can be sent to someone. All answers are
 * in the page: only where scripts run are the others folded away (landing.css), and on paper none is.
 */
export function Faq() {
  const [open, setOpen] = useState(faqItems[0]?.id);
  const navigate = useNavigate();
  const { hash } = useLocation();

  useEffect(() => {
    const named = faqItems.find(({ id }) => `#${id}` === hash);
    if (named) setOpen(named.id);
  }, [hash]);

  function press(id: string) {
    const opens = open !== id;
    setOpen(opens ? id : undefined);
    // At once: an address that came after the next press would open again what that press closed.
    void navigate({ hash: opens ? id : "faq" }, { replace: true, preventScrollReset: true, flushSync: true });
  }

  return (
    <Part id="faq" number={6}>
      <div className="faq">
        <PartTitle>{publicTexts.landing.faq}</PartTitle>
        <div>
          {faqItems.map(({ id, question, answer, capabilities }) => (
            <div key={id} id={id} className="faq-item">
              <h3>
                <button
                  type="button"
                  aria-expanded={open === id}
                  aria-controls={`${id}-answer`}
                  onClick={() => press(id)}
                >
                  {question}
                  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
                    <path d="M3 10h14" />
                    <path className="faq-upright" d="M10 3v14" />
                  </svg>
                </button>
              </h3>
              <p id={`${id}-answer`} data-folded={open === id ? undefined : true}>
                {answer} {isComing(capabilities) && <Coming />}
              </p>
            </div>
          ))}
        </div>
      </div>
    </Part>
  );
}

/** Something that the answer names does not work yet; the answer says what. */
function Coming() {
  return (
    <Mark finding="needs evidence" size="small">
      Partly coming
    </Mark>
  );
}
