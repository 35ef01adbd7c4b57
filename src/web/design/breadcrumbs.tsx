import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

/** The pages above this one, and this one; a phone has room for the one right above. */
export function Breadcrumbs({ above, here }: { above: readonly Crumb[]; here: string }) {
  return (
    <nav className="page-crumb" aria-label="Breadcrumb">
      <ol>
        {above.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>
              <Icon of={ChevronLeft} size={14} />
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
