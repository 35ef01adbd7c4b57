import { Link, useParams } from "react-router";
import { documentation } from "#catalog/documentation.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { NotFound } from "#web/access/not-found-page.tsx";
import { Blocks } from "./blocks.tsx";
import { supportCrumb } from "./support-crumb.ts";
import "./support.css";

export const meta = () => [{ title: "Documentation - Exhibit" }];

/** One page of the documentation, with the others beside it. */
export default function DocumentScreen() {
  const { page: key } = useParams();
  const at = documentation.findIndex((item) => item.key === key);
  const page = documentation[at];
  useTitle(page?.title);
  if (!page) return <NotFound />;
  const next = documentation[at + 1];
  return (
    <div className="page">
      <PageHead
        title={page.title}
        sub={page.about}
        crumbs={[supportCrumb, { label: "Documentation", to: "/dashboard/support/docs" }]}
      />
      <div className="doc-columns">
        <article className="doc">
          <Blocks blocks={page.blocks} />
          {next && (
            <p className="doc-next">
              Next:{" "}
              <Link className="link" to={`/dashboard/support/docs/${next.key}`}>
                {next.title}
              </Link>
            </p>
          )}
        </article>
        <nav className="doc-others not-phone" aria-label="Documentation">
          <ol>
            {documentation.map((other) => (
              <li key={other.key}>
                <Link
                  to={`/dashboard/support/docs/${other.key}`}
                  aria-current={other.key === page.key ? "page" : undefined}
                >
                  {other.title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      </div>
    </div>
  );
}
