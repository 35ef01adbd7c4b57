import { useQuery } from "@tanstack/react-query";
import { fullness, limits } from "#domain/limits.ts";
import type { Limit, LimitKey } from "#domain/limits.ts";
import { api } from "#web/api.ts";
import { Meter } from "#web/design/meter.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { limitWords } from "./limit-words.ts";

/** How a limit stands, as the API answers it. */
interface Standing {
  readonly key: LimitKey;
  readonly name: string;
  readonly unit: "number" | "bytes";
  readonly holds: Limit["holds"];
  readonly used: number | null;
  readonly most: number | null;
  readonly own: boolean;
  readonly freesAt: string | null;
}

const groups: readonly { readonly holds: Limit["holds"]; readonly title: string }[] = [
  { holds: "at once", title: "Total" },
  { holds: "each hour", title: "This hour" },
  { holds: "each day", title: "Today" },
];
/** The plan's own section shows these. */
const shownAbove: readonly LimitKey[] = ["users", "frameworks"];

/** Every limit of the company with what is used of it, and when what is counted by time starts again. */
export function LimitsUsage({ companyId }: { companyId: string }) {
  const usage = useQuery(api.limits.list.queryOptions({ input: { companyId } }));
  return (
    <Screen data={usage} loading={<SkeletonLines lines={8} />} empty={null}>
      {({ limits: all }) => (
        <div className="stack gap-32">
          <p className="limits-about quiet">
            We email owners and admins at 80% of a limit and when a limit blocks something. Limits never delete data.
          </p>
          {groups.map(({ holds, title }) => {
            const shown = all.filter((item) => item.holds === holds && isShown(item));
            return (
              <section key={holds} aria-label={title}>
                <h3 className="limits-head strong">
                  {title}
                  {shown[0]?.freesAt && <span className="small light faint">resets {sayTime(shown[0].freesAt)}</span>}
                </h3>
                <ul className="limits-list">
                  {shown.map((item) => (
                    <Line key={item.key} standing={item} />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      )}
    </Screen>
  );
}

/** What nobody meets in daily work is shown once it is used. */
function isShown({ key, used }: Standing): boolean {
  const { quiet }: Limit = limits[key];
  return !shownAbove.includes(key) && used !== null && (quiet !== true || used > 0);
}

function Line({ standing: { key, name, unit, used, most, own } }: { standing: Standing }) {
  const taken = used ?? 0;
  const { note }: Limit = limits[key];
  const level = fullness(taken, most);
  const message = limitWords({ used: taken, most, unit });
  return (
    <li>
      <p className="usage-line">
        <span>{name}</span>
        <span className={level === 0 ? undefined : "strong"}>{message}</span>
      </p>
      {most !== null && <Meter label={name} percent={most === 0 ? 100 : Math.min(100, (taken / most) * 100)} />}
      {(note || own || level > 0) && (
        <p className="above-4 small faint">
          {[
            level === 100 ? "Limit reached." : level === 80 ? "Almost at the limit." : "",
            note,
            own ? "Set for this company." : "",
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
    </li>
  );
}

/** "at 17:00", by the reader's own clock. */
const sayTime = (at: string) =>
  `at ${new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(at))}`;
