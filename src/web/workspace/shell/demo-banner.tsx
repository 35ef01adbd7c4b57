import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { api } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { minuteOfDay } from "#web/design/dates.ts";

/** Says that nothing here is real or kept, and until when it lasts; asks for the session once that is over. */
export function DemoBanner({ endsAt }: { endsAt: string }) {
  const navigate = useNavigate();
  const { refetch } = useQuery({ ...api.companies.list.queryOptions({ input: {} }), enabled: false });
  useEffect(() => {
    // A second late rather than early: the answer must say that it has ended.
    const timer = setTimeout(() => void refetch(), new Date(endsAt).getTime() - timeNow().getTime() + 1_000);
    return () => clearTimeout(timer);
  }, [endsAt, refetch]);
  return (
    <aside className="demo-banner" aria-label="Demo">
      <p>
        <b>This is a demo.</b>{" "}
        <span className="not-phone">The company is fictional, and nothing you do here is kept. </span>
        The demo ends at <time dateTime={endsAt}>{minuteOfDay(endsAt)} UTC</time>.
      </p>
      <span className="demo-banner-ways">
        <Link className="link" to="/request-access">
          Request access
        </Link>
        <Button size="small" onClick={() => void navigate("/logout")}>
          Leave demo
        </Button>
      </span>
    </aside>
  );
}
