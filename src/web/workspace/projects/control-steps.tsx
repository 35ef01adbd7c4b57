import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { Icon } from "#web/design/icon.tsx";
import { useWorkspace } from "../company-context.tsx";
import { useRowKeys } from "../use-row-keys.ts";
import { withoutShown } from "./deciding/use-shown.ts";

interface Neighbor {
  readonly id: string;
  readonly title: string;
}

/** The control before and the one behind, in the order of the list, and the place of this one among them. */
export function useNeighbors(controlId: string) {
  const { company } = useWorkspace();
  const controls = useQuery(
    api.controls.list.queryOptions({ input: { companyId: company.id }, staleTime: 60_000 }),
  ).data;
  const at = controls?.findIndex(({ id }) => id === controlId) ?? -1;
  const place = controls && at >= 0 ? `Control ${at + 1} of ${controls.length}` : undefined;
  return { place, previous: controls?.[at - 1], next: at >= 0 ? controls?.[at + 1] : undefined };
}

/**
 * To the previous and the next control, by links, by k and j, and by the arrows left and right. A step takes the place of the page
 * in the browser's history, so that the way back leads to where one came from.
 */
export function ControlSteps({ previous, next }: { previous: Neighbor | undefined; next: Neighbor | undefined }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const others = withoutShown(search).toString();
  const addressOf = ({ id }: Neighbor) => `/dashboard/controls/${id}${others && `?${others}`}`;
  const to = (neighbor: Neighbor | undefined) =>
    neighbor && (() => void navigate(addressOf(neighbor), { replace: true }));
  useRowKeys(!search.has("do"), { previous: to(previous), next: to(next) });
  const step = (label: string, icon: LucideIcon, neighbor: Neighbor | undefined) =>
    neighbor && (
      <Link
        className="button"
        data-kind="quiet"
        data-size="regular"
        data-icon-only
        aria-label={`${label} control: ${neighbor.title}`}
        title={neighbor.title}
        to={addressOf(neighbor)}
        replace
      >
        <Icon of={icon} />
      </Link>
    );
  return (
    <nav className="control-steps" aria-label="Other controls">
      {step("Previous", ChevronUp, previous)}
      {step("Next", ChevronDown, next)}
    </nav>
  );
}
