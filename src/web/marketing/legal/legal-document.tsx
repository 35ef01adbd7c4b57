import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { ClauseLine } from "./clause-line.tsx";
import type { LegalSection } from "./legal-section.ts";

interface LegalDocumentProps {
  title: string;
  /** As it reads: May 8, 2025. */
  updated: string;
  lede: string;
  sections: readonly LegalSection[];
}

/** A legal text on the numbered sheet: every clause by its number in the margin, which is also the link to it. */
export function LegalDocument({ title, updated, lede, sections }: LegalDocumentProps) {
  const { hash, key } = useLocation();
  useEffect(() => {
    // Reading goes on where the link led, also for the keyboard.
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <div className="site-wrap sheet legal">
      <div className="part">
        <div className="part-number" />
        <header className="part-body legal-head">
          <h1 className="title-part">{title}</h1>
          <p className="legal-date">Last updated {updated}</p>
          <p className="lede">{lede}</p>
        </header>
      </div>
      <div className="legal-columns">
        <nav className="legal-contents" aria-labelledby="contents">
          <h2 id="contents">Contents</h2>
          <ol role="list">
            {sections.map((section) => (
              <li key={section.key}>
                <Link to={`#${section.key}`}>{section.title}</Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-text">
          {sections.map((section, at) => (
            <section key={section.key} className="legal-section" aria-labelledby={section.key}>
              <div className="legal-line">
                <span className="legal-section-number" aria-hidden="true">
                  {at + 1}
                </span>
                <h2 id={section.key} tabIndex={-1}>
                  {section.title}
                </h2>
              </div>
              {section.clauses.map((clause, index) => (
                <ClauseLine
                  key={clause.key}
                  id={`${section.key}-${clause.key}`}
                  number={`${at + 1}.${index + 1}`}
                  clause={clause}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
