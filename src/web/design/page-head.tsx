import type { ReactNode } from "react";
import { Link } from "react-router";

interface PageHeadProps {
  title: string;
  /** One quiet line under the title. */
  sub?: ReactNode;
  /** The pages above this one. */
  crumbs?: readonly { readonly label: string; readonly to: string }[];
  actions?: ReactNode;
}

/** The page's h1 over the thick-thin rule, which each page has once. */
export function PageHead({ title, sub, crumbs, actions }: PageHeadProps) {
  return (
    <>
      <div className="page-head">
        <div className="min-w-0">
          {crumbs && (
            <nav className="page-crumb" aria-label="Breadcrumb">
              {crumbs.map((crumb) => (
                <span key={crumb.to}>
                  <Link to={crumb.to}>{crumb.label}</Link> /{" "}
                </span>
              ))}
              <span aria-current="page">{title}</span>
            </nav>
          )}
          <h1 className="title-page">{title}</h1>
          {sub && <p className="page-sub">{sub}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      <div className="oxford-rule" />
    </>
  );
}
