import type { ReactNode } from "react";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import type { Crumb } from "./breadcrumbs.tsx";

interface PageHeadProps {
  title: string;
  /** One quiet line under the title. */
  sub?: ReactNode;
  /** The pages above this one. */
  crumbs?: readonly Crumb[];
  /** What of this page is open, such as one of its rows; the title otherwise. */
  here?: string | undefined;
  actions?: ReactNode;
}

/** The page's h1 over the thick-thin rule, which each page has once. */
export function PageHead({ title, sub, crumbs, here, actions }: PageHeadProps) {
  return (
    <>
      <div className="page-head">
        <div className="narrows">
          {crumbs && <Breadcrumbs above={crumbs} here={here ?? title} />}
          <h1 className="title-page">{title}</h1>
          {sub && <p className="page-sub">{sub}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      <div className="oxford-rule" />
    </>
  );
}
