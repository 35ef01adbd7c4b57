import { useState } from "react";
import { Link } from "react-router";
import { documentation, wordsOf } from "#catalog/documentation.ts";
import { SearchInput } from "#web/design/input.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { supportCrumb } from "./support-crumb.ts";
import "./support.css";

export const meta = () => [{ title: "Documentation - Exhibit" }];

/** The pages, each with what one knows after reading it. */
export default function DocumentationScreen() {
  const [search, setSearch] = useState("");
  const words = search.trim().toLowerCase().split(/\s+/);
  const found = documentation.filter((page) => words.every((word) => wordsOf(page).includes(word)));
  return (
    <div className="page">
      <PageHead title="Documentation" crumbs={[supportCrumb]} />
      <div className="toolbar">
        <SearchInput
          label="Search the documentation"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <ol className="doc-list">
        {found.map((page) => (
          <li key={page.key}>
            <Link to={`/dashboard/support/docs/${page.key}`}>{page.title}</Link>
            <p>{page.about}</p>
          </li>
        ))}
      </ol>
      <p role="status" className="padded-16 quiet">
        {found.length === 0 && (
          <>
            No pages match <b className="strong">“{search.trim()}”</b>.
          </>
        )}
      </p>
    </div>
  );
}
