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
import { tell } from "#web/refusal.ts";
import { useWorkspace } from "../company-context.tsx";
import { MuteForm } from "./mute-form.tsx";
import { Section } from "./section.tsx";

export type AlertPreferences = z.output<typeof contract.alertPreferences.get.output>;

const paces = [
  { key: "now", label: "At once" },
  { key: "daily", label: "In the daily mail" },
  { key: "never", label: "Not" },
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
      onError: (error) => tell(error, "Your notifications could not be saved"),
    }),
  );
  const chosen = (found: AlertPreferences, kind: string): Pace => {
    const sending = set.isPending ? set.variables.kinds?.find((one) => one.kind === kind) : undefined;
    const one = sending ?? found.kinds.find((each) => each.kind === kind);
    if (!one?.byMail) return "never";
    return one.daily ? "daily" : "now";
  };
  return (
    <Screen data={preferences} loading={<SkeletonLines lines={9} />} empty={null}>
      {(found) => (
        <>
          <Section title="By mail">
            <div className="grid gap-5">
              <p className="max-w-[62ch] text-ink-2">
                Mailed to {person.email} about {company.name}, for you alone. At once means: a control in a mail of its
                own, and what others do within five minutes in one mail. The daily mail goes out at 08:00 UTC.
              </p>
              {alertKindKeys.map((kind) => (
                <Field key={kind} label={alertKinds[kind].label} help={alertKinds[kind].note}>
                  <div className="max-w-[13rem]">
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
              <p className="max-w-[62ch] text-ink-2">
                A control that fails is told once. That it passes again is told when it has held for ten minutes; what
                fails again before that is the same incident and no second mail. One control can be muted where it is
                listed, under{" "}
                <Link to="/dashboard/alerts" className="link">
                  Alerts
                </Link>
                .
              </p>
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
            <p className="max-w-[62ch] text-ink-2">
              Some mails cannot be turned off, because they protect your account or answer what you did.
            </p>
            <ul className="mt-3 grid max-w-[62ch] gap-1.5 text-ink-2 [list-style:disc] pl-5">
              <li>A sign-in from a browser that your account had not been used with before</li>
              <li>A changed password, passkey, authenticator app or recovery code</li>
              <li>Links to sign in, to confirm your address and to reset your password</li>
              <li>Invitations, and the end of your account</li>
              <li>The end of a company you own or manage, and a webhook of yours that was turned off</li>
            </ul>
          </Section>
        </>
      )}
    </Screen>
  );
}
