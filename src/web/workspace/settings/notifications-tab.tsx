import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { alertKindKeys, alertKinds } from "#domain/alert-kinds.ts";
import { api } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../company-context.tsx";
import { MuteForm } from "./mute-form.tsx";
import { Section } from "./section.tsx";
import { TaskCalendar } from "./task-calendar.tsx";
import { WeeklyTasks } from "./weekly-tasks.tsx";

export type AlertPreferences = z.output<typeof contract.alertPreferences.get.output>;

const paces = [
  { key: "now", label: "Immediately" },
  { key: "daily", label: "In the daily email" },
  { key: "never", label: "Off" },
] as const;
type Pace = (typeof paces)[number]["key"];

/** What the person is mailed about in this company. */
export default function NotificationsTab() {
  const { company, person } = useWorkspace();
  const queries = useQueryClient();
  const input = { companyId: company.id };
  const preferences = useQuery(api.alertPreferences.get.queryOptions({ input }));
  const set = useMutation(
    api.alertPreferences.set.mutationOptions({
      onSuccess: (answer) => queries.setQueryData(api.alertPreferences.get.queryKey({ input }), answer),
      onError: (error) => showError(error, "Your notifications could not be saved"),
    }),
  );
  const chosen = (found: AlertPreferences, kind: string): Pace => {
    const sending = set.isPending ? set.variables.kinds?.find((item) => item.kind === kind) : undefined;
    const shown = sending ?? found.kinds.find((each) => each.kind === kind);
    if (!shown?.byMail) return "never";
    return shown.daily ? "daily" : "now";
  };
  return (
    <Screen data={preferences} loading={<SkeletonLines lines={9} />} empty={null}>
      {(found) => (
        <>
          <Section title="Email">
            <div className="stack gap-20">
              <p className="measure quiet">
                We send these emails about {company.name} only to you, at {person.email}. Immediate emails cover one
                control each, or several actions by others within 5 minutes. The daily email goes out at 08:00 UTC.
              </p>
              {alertKindKeys.map((kind) => (
                <Field key={kind} label={alertKinds[kind].label} help={alertKinds[kind].note}>
                  <div className="digest-choice">
                    <Select
                      value={chosen(found, kind)}
                      onChange={(event) => {
                        const pace = event.target.value as Pace;
                        set.mutate({
                          ...input,
                          kinds: [{ kind, byMail: pace !== "never", daily: pace === "daily" }],
                        });
                      }}
                    >
                      {paces.map(({ key, label }) => (
                        <option key={key} value={key}>
                          {label}
                        </option>
                      ))}
                    </Select>
                  </div>
                </Field>
              ))}
              <p className="measure quiet">
                You get one email when a control starts failing and one when it has passed for 10 minutes. Mute single
                controls under{" "}
                <Link to="/dashboard/alerts" className="link">
                  Alerts
                </Link>
                .
              </p>
            </div>
          </Section>
          <Section title="Tasks" id="tasks">
            <div className="stack gap-20">
              <WeeklyTasks />
              <TaskCalendar />
            </div>
          </Section>
          <Section title="Pause">
            <MuteForm
              mutedUntil={found.mutedUntil}
              busy={set.isPending && set.variables.mutedUntil !== undefined}
              onMute={(mutedUntil) => set.mutate({ ...input, mutedUntil })}
            />
          </Section>
          <Section title="Always sent">
            <p className="measure quiet">
              You cannot turn these off. They protect your account or confirm your actions.
            </p>
            <ul className="notifications-list measure quiet">
              <li>A sign-in from a new browser</li>
              <li>A change to your password, passkeys, authenticator app or recovery codes</li>
              <li>Links to sign in, to confirm your address and to reset your password</li>
              <li>Invitations, and the end of your account</li>
              <li>The deletion of a company you manage, and a webhook of yours that was turned off</li>
            </ul>
          </Section>
        </>
      )}
    </Screen>
  );
}
